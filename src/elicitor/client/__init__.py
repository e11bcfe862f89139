"""The house that answers: how an ask is put before a person, and how the waiting call goes on."""
