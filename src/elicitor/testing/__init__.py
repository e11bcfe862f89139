"""For users' own tests: an authorization server in a box and a scripted browser."""
