"""Extensions of pytest that this project's tests run with."""
