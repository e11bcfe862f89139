"""The command line: one verb a file. The only reader of the environment."""
