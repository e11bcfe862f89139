"""The pages that people see: the only place with HTML on the server side."""
