"""How to talk to a third party: requests are built and replies are processed in pairs."""
