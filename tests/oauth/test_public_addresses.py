"""Which addresses may be called on a stranger's word."""

from __future__ import annotations

import pytest

from elicitor import development_http
from elicitor.errors import ElicitorError, Misuse
from elicitor.oauth.http import Http
from elicitor.oauth.public_addresses import is_public

PRIVATE = [
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "0.0.0.0",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "64:ff9b:1::808:808",
    "::127.0.0.1",
    "fec0::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "192.0.0.192",
    "168.63.129.16",
    "not an address",
    "2130706433",
    "0177.0.0.1",
]


@pytest.mark.attack("B16")
@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_called(address: str) -> None:
    """In every disguise."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"])
def test_public_addresses_are(address: str) -> None:
    """The honest twin."""
    assert is_public(address)


@pytest.mark.anyio
@pytest.mark.attack("B16", "B17")
@pytest.mark.parametrize("url", ["https://127.0.0.1:1/", "https://localhost:1/", "https://[::1]:1/"])
async def test_a_name_or_number_of_this_machine_is_refused_before_connecting(url: str) -> None:
    """Whatever the scheme."""
    http = Http()
    with pytest.raises(ElicitorError) as refused:
        await http.get(url)
    assert refused.value.code == "address_not_public"
    await http.aclose()


@pytest.mark.anyio
@pytest.mark.filterwarnings("ignore::elicitor.development.InsecureDevelopmentWarning")
@pytest.mark.parametrize("url", ["http://8.8.8.8/", "ftp://8.8.8.8/", "https://user@8.8.8.8/", "javascript:1", ""])
async def test_only_https_is_called(url: str) -> None:
    """Development allows http on loopback, and nothing else."""
    http = Http(development=development_http())
    with pytest.raises(Misuse):
        await http.get(url)
    await http.aclose()
