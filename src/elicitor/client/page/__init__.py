"""A page on this computer for hosts with a browser rather than a terminal. `LoopbackPage` is the door."""

from elicitor.client.page.person import LoopbackPage as LoopbackPage

__all__ = ["LoopbackPage"]
