"""Real servers that tests of several rooms start for themselves."""
