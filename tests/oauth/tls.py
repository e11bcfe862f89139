"""A real https server on loopback with a certificate of its own, and the routing that brings a public address to it.

What is replaced is the internet between us and the server, and who vouches for certificates; everything of ours, the
handshake and the requests are real.
"""

from __future__ import annotations

import datetime as dt
import ssl
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.abc
import httpcore2
import pytest
from anyio.streams.tls import TLSListener
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

__all__ = ["Place", "Roads", "https_server"]

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"


@dataclass
class Place:
    """The server.

    Attributes:
        port: where it listens.
        trusting: a context that trusts its certificate.
        names: what each handshake asked for.
        requests: the first bytes of each request.
        body: what it answers.
    """

    port: int
    trusting: ssl.SSLContext
    names: list[str | None] = field(default_factory=list)
    requests: list[bytes] = field(default_factory=list)
    body: bytes = b"{}"


@asynccontextmanager
async def https_server(host: str) -> AsyncIterator[Place]:
    """Serve one reply under a name until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "server.pem"
        certificate = _write_certificate(file, host)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    place = Place(listener.extra(anyio.abc.SocketAttribute.local_port), _trusting(certificate))
    context.sni_callback = lambda _, name, __: place.names.append(name)

    async def answer(stream: anyio.abc.ByteStream) -> None:
        async with stream:
            place.requests.append(await stream.receive())
            await stream.send(_HEAD % len(place.body) + place.body)

    async with TLSListener(listener, context, standard_compatible=False) as tls, anyio.create_task_group() as tasks:
        tasks.start_soon(tls.serve, answer)
        yield place
        tasks.cancel_scope.cancel()


class Roads:
    """Where each address leads, instead of the internet; and which were taken."""

    def __init__(self) -> None:
        self.leads: dict[str, int] = {}
        self.taken: list[str] = []

    def build(self, patch: pytest.MonkeyPatch) -> None:
        """Every connection of the library takes these roads from now on."""
        inner = httpcore2.AnyIOBackend.connect_tcp
        roads = self

        async def connect(backend: httpcore2.AnyIOBackend, host: str, port: int, **options: Any) -> Any:
            roads.taken.append(host)
            if host not in roads.leads:
                raise httpcore2.ConnectError("no road")
            return await inner(backend, "127.0.0.1", roads.leads[host], **options)

        patch.setattr(httpcore2.AnyIOBackend, "connect_tcp", connect)


def _write_certificate(file: Path, host: str) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "test")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return made


def _trusting(certificate: x509.Certificate) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cadata=certificate.public_bytes(serialization.Encoding.PEM).decode())
    return context
