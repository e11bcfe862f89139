"""Adapters: the only room that imports the MCP SDK."""
