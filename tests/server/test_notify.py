"""Mails and webhooks: who is told, and where no request may go."""

import hashlib
import hmac
import socket
import socketserver
import threading
from typing import Any

import pytest

from pioche.server import notify
from pioche.server.errors import No


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_no_webhook_reaches_a_private_network(address: str) -> None:
    assert not notify.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert notify.is_public(address)


@pytest.mark.parametrize(
    "url",
    ["http://localhost:1/", "http://127.0.0.1/", "https://[::1]/", "http://0x7f.1/"],
)
def test_a_name_that_leads_home_is_refused(url: str) -> None:
    with pytest.raises((PermissionError, OSError)):
        notify.webhook(url, "secret", {})


def test_one_private_address_among_public_ones_is_enough(monkeypatch: Any) -> None:
    infos = [(0, 0, 0, "", (ip, 80)) for ip in ("93.184.216.34", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: infos)
    with pytest.raises(PermissionError):
        notify.public_address("rebind.example", 80)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x/",
        "//x",
        "x",
        "http://",
        "http://u:p@x/",
        "http://x:99999/",
        "http://x /",
    ],
)
def test_what_is_no_webhook_is_refused(url: str) -> None:
    with pytest.raises(No):
        notify.check_webhook(url)


def test_a_webhook_is_signed() -> None:
    given = notify.signature("secret", 7, b"{}")
    wanted = hmac.new(b"secret", b"7.{}", hashlib.sha256).hexdigest()
    assert given == f"t=7,v1={wanted}"


class Mailbox(socketserver.StreamRequestHandler):
    """Takes one mail, as an SMTP server would."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        data = False
        for line in self.rfile:
            text = line.decode().strip()
            if data:
                self.server.mail.append(text)  # type: ignore[attr-defined]
                data = text != "."
                self.wfile.write(b"" if data else b"250 kept\r\n")
            elif text.upper() == "DATA":
                data = True
                self.wfile.write(b"354 go on\r\n")
            else:
                self.wfile.write(
                    b"221 bye\r\n" if text.upper() == "QUIT" else b"250 fine\r\n"
                )
            if text.upper() == "QUIT":
                return


def test_a_mail_says_in_its_readers_language_that_it_is_their_turn(
    monkeypatch: Any,
) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        server.mail = []  # type: ignore[attr-defined]
        port = server.server_address[1]
        monkeypatch.setenv(
            "PIOCHE_SMTP", f"smtp://127.0.0.1:{port}?from=pioche@x.example"
        )
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        notify.mail("zoe@x.example", "fr", "uno", "https://x.example/t/abc")
        thread.join(10)
        text = "\n".join(server.mail)  # type: ignore[attr-defined]
    assert "To: zoe@x.example" in text
    assert "https://x.example/t/abc" in text
    assert "votre tour" in text
