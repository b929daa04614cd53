"""What a server refuses besides moves: a reason, and a sentence in two languages."""

from typing import Final, Literal

from pioche.core.errors import PiocheError

Reason = Literal[
    "illegal", "late", "unknown", "not_yours", "not_now", "not_allowed", "too_much",
    "broken", "old", "gone", "busy",
]  # fmt: skip

#: The one place where a reason becomes an HTTP status.
STATUS: Final[dict[Reason, int]] = {
    "illegal": 409,
    "late": 409,
    "unknown": 404,
    "not_yours": 401,
    "not_now": 409,
    "not_allowed": 403,
    "too_much": 429,
    "broken": 400,
    "old": 400,
    "gone": 410,
    "busy": 503,
}


class No(PiocheError):
    """A request that is not carried out."""

    def __init__(self, reason: Reason, fr: str, en: str) -> None:
        super().__init__(fr, en)
        self.reason: Reason = reason


def no_table() -> No:
    """Say that there is no such table (or that it is not for everybody)."""
    return No(
        "unknown",
        "il n'y a pas de table à cette adresse, ou il faut y être invité",
        "there is no table at this address, or one must be invited to it",
    )


def no_key() -> No:
    """Say that a seat's key is needed."""
    return No(
        "not_yours",
        "cette demande vient d'une place : il faut sa clé",
        "only a seat may ask this: its key is needed",
    )


def host_only() -> No:
    """Say that only the host may ask this."""
    return No(
        "not_allowed",
        "seule la personne qui a ouvert la table peut le demander",
        "only the host of the table may ask this",
    )


def cannot_save() -> No:
    """Say that the store does not take lines now."""
    return No(
        "busy",
        "le serveur ne peut rien enregistrer pour l'instant (disque plein ?) ;"
        " rien de ce qu'il a confirmé n'est perdu ; réessayez plus tard",
        "the server can't save anything now (is its disk full?);"
        " nothing that it has confirmed is lost; try again later",
    )


def cannot_read() -> No:
    """Say that the store cannot be read now."""
    return No(
        "busy",
        "le serveur ne peut pas lire sa base pour l'instant ; réessayez plus tard",
        "the server can't read its database now; try again later",
    )


def not_while(status: str) -> No:
    """Say that this is not the time."""
    fr = {
        "waiting": "la partie n'a pas commencé",
        "playing": "la partie est en cours",
        "paused": "la partie est en pause",
        "over": "la partie est finie",
        "closed": "la table est fermée",
    }[status]
    en = {
        "waiting": "the game has not begun",
        "playing": "the game is being played",
        "paused": "the game is paused",
        "over": "the game is over",
        "closed": "the table is closed",
    }[status]
    return No("not_now", f"pas maintenant : {fr}", f"not now: {en}")
