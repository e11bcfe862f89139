"""The person at a terminal. `Terminal` is the door."""

from elicitor.client.terminal.person import Terminal as Terminal

__all__ = ["Terminal"]
