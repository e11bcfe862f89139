"""Our part together with authorization servers and browsers by other people."""
