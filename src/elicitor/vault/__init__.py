"""What is kept: sealed grants, tickets, attempts, sessions and events."""
