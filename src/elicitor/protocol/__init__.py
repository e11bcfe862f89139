"""What is said: pure values and rules of elicitation, without any I/O."""
