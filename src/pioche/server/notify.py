"""Tells absent players that it is their turn: mail and webhooks.

A webhook may not reach into private networks: every address that its name resolves to
must be public, and the connection goes to the address that was checked. Requests are
signed: `Pioche-Signature: t=SECONDS,v1=HMAC-SHA256(secret, "SECONDS.BODY")`.
"""

import asyncio
import hashlib
import hmac
import ipaddress
import json
import os
import smtplib
import socket
import ssl
import time
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import cache
from http import HTTPStatus
from string import punctuation
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urlsplit

from pioche.core.errors import BadUse
from pioche.server.errors import No

TIMEOUT: Final = 10.0  # seconds for a webhook, or for a step of a mail

MAIL: Final = {
    "fr": ("Pioche : à vous de jouer", "C'est votre tour ({game}).\n\n{link}\n"),
    "en": ("Pioche: it is your turn", "It is your turn ({game}).\n\n{link}\n"),
}


def can_mail() -> bool:
    """Tell whether the host has named a mail server (PIOCHE_SMTP)."""
    return bool(os.environ.get("PIOCHE_SMTP"))


def check_mail() -> None:
    """Refuse a mail server that is not named as one."""
    if can_mail():
        try:
            url = mail_server()
            fine = url.scheme in ("smtp", "smtps") and url.hostname and url.port != 0
        except ValueError:
            fine = False
        if not fine:
            raise BadUse(
                "PIOCHE_SMTP nomme un serveur de courrier ainsi :"
                " smtp[s]://nom:passe@machine:port?from=adresse",
                "PIOCHE_SMTP names a mail server like this:"
                " smtp[s]://user:password@host:port?from=address",
            )


def mail_server() -> SplitResult:
    """Read `PIOCHE_SMTP`: smtp[s]://user:password@host:port?from=address."""
    return urlsplit(os.environ["PIOCHE_SMTP"])


def mail(to: str, lang: str, game: str, link: str) -> None:
    """Send one mail through the host's mail server."""
    url = mail_server()
    sender = dict(part.split("=", 1) for part in url.query.split("&") if "=" in part)
    subject, text = MAIL[lang]
    message = EmailMessage()
    message["Subject"] = subject
    message["From"] = unquote(sender.get("from", "pioche@localhost"))
    message["To"] = to
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid("pioche")
    message.set_content(text.format(game=game, link=link))
    host, port = url.hostname or "localhost", url.port
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port or 465, timeout=TIMEOUT)
    else:
        server = smtplib.SMTP(host, port or 25, timeout=TIMEOUT)
    with server:
        server.ehlo()
        if url.scheme != "smtps" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)


def check_webhook(url: str) -> str:
    """Return a webhook's address if it has the right form, or refuse it."""
    parts = urlsplit(url)
    try:
        fine = (
            parts.scheme in ("http", "https") and parts.hostname and not parts.username
        )
        fine = fine and (parts.port or 1) > 0 and url.isprintable() and " " not in url
        fine = fine and not leads_home(parts.hostname or "")
    except ValueError:
        fine = False
    if not fine:
        raise No(
            "broken",
            "un webhook est une adresse http(s) publique",
            "a webhook is a public http(s) address",
        )
    return url


def leads_home(host: str) -> bool:
    """Tell whether a host is this network by its very name; others are asked when called."""
    try:
        return not is_public(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


async def public_address(host: str, port: int) -> str:
    """Resolve a name; return an address only if all that it stands for are public."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    for address in addresses:
        if not is_public(address):
            raise PermissionError(f"{host} leads into a private network")
    return addresses[0]


def is_public(address: str) -> bool:
    """Tell whether an address belongs to the public internet."""
    ip = ipaddress.ip_address(address.split("%", maxsplit=1)[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None and not is_public(str(inner)):
            return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def signature(secret: str, stamp: int, body: bytes) -> str:
    """Sign a webhook's body."""
    text = f"{stamp}.".encode() + body
    return f"t={stamp},v1={hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()}"


async def webhook(url: str, secret: str, event: dict[str, object]) -> None:
    """Tell an address of an event, within `TIMEOUT`. Redirects are not followed."""
    parts = urlsplit(url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    body = json.dumps(event, separators=(",", ":")).encode()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = (
        f"POST {quote(path, safe=punctuation)} HTTP/1.1",
        f"Host: {parts.netloc.encode('idna').decode()}",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "User-Agent: pioche",
        f"Pioche-Signature: {signature(secret, int(time.time()), body)}",
    )
    async with asyncio.timeout(TIMEOUT):
        address = await public_address(host, port)
        reader, writer = await asyncio.open_connection(
            address,
            port,
            ssl=trusted() if secure else None,
            server_hostname=host if secure else None,
        )
        try:
            writer.write("\r\n".join((*head, "", "")).encode("ascii") + body)
            _, status, *_ = (await reader.readline()).split()
        finally:
            writer.close()
    if int(status) >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise ConnectionError("the webhook's server has failed")


@cache
def trusted() -> ssl.SSLContext:
    """Read once whom this machine trusts."""
    return ssl.create_default_context()
