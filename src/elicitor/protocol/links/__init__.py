"""What a link really is: taken apart once as a browser would, and everything a person should know about it."""

from elicitor.protocol.links.findings import FINDINGS as FINDINGS
from elicitor.protocol.links.findings import Finding as Finding
from elicitor.protocol.links.findings import Severity as Severity
from elicitor.protocol.links.inspecting import InspectedLink as InspectedLink
from elicitor.protocol.links.inspecting import inspect_link as inspect_link

__all__ = ["FINDINGS", "Finding", "InspectedLink", "Severity", "inspect_link"]
