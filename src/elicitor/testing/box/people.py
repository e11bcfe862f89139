"""Who can sign in at the box, and what each of them keeps at Acme Files.

There are no passwords: whoever sits at the browser says who they are. That is what makes the box useful in
tests and unfit for anything else.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ALICE", "BOB", "User"]


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who can sign in.

    Attributes:
        login: the name on the login page, and what `login_hint` is compared with.
        title: the name shown to people.
        email: goes into the `email` claim where the scope `email` was granted; empty for none.
        files: the names of the files that the protected API lists for this user.
        subject: the stable `sub`; the login where it is empty.
    """

    login: str
    title: str
    email: str = ""
    files: tuple[str, ...] = ()
    subject: str = ""

    @property
    def sub(self) -> str:
        """The subject that access tokens carry, the same for every client."""
        return self.subject or self.login


ALICE = User("alice", "Alice Liddell", "alice@example.test", ("down-the-rabbit-hole.txt", "tea-party.ods"))
BOB = User("bob", "Bob Cratchit", "bob@example.test", ("ledger-1843.ods", "christmas-goose.jpg"))
