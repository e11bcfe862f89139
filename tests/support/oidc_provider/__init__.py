"""An authorization server by other people, for tests that must not share a mistake with our own."""

from support.oidc_provider.running import Registered as Registered
from support.oidc_provider.running import RunningProvider as RunningProvider
from support.oidc_provider.running import running_oidc_provider as running_oidc_provider
