"""Providers that are known, and the one for every other that speaks OpenID Connect.

GitHub: docs.github.com, "Authorizing OAuth apps". Google: developers.google.com, "Using OAuth 2.0 for Web Server
Applications".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from elicitor.oauth.metadata import Endpoints
from elicitor.oauth.provider import AccountSource, Provider
from elicitor.secret import Secret

__all__ = ["github", "google", "oidc"]

_GITHUB_SCOPES = {
    "repo": "read and change your repositories, private ones too",
    "public_repo": "read and change your public repositories",
    "read:user": "read your profile",
    "user:email": "read your e-mail addresses",
    "read:org": "see which organizations you belong to",
    "gist": "create gists",
}
_GOOGLE_SCOPES = {
    "openid": "know which account it is",
    "email": "see your e-mail address",
    "profile": "see your name and picture",
    "https://www.googleapis.com/auth/drive.readonly": "read all your files in Drive",
    "https://www.googleapis.com/auth/drive.file": "read and change the Drive files you open with it",
    "https://www.googleapis.com/auth/calendar.readonly": "read your calendars",
    "https://www.googleapis.com/auth/gmail.readonly": "read your mail",
}
_OPENID_SCOPES = {
    "openid": "know which account it is",
    "profile": "see your name",
    "email": "see your e-mail address",
    "offline_access": "stay connected while you are away",
}


def github(
    client_id: str, client_secret: Secret | str, *, name: str = "github", scopes: Iterable[str] = ()
) -> Provider:
    """GitHub OAuth apps. Register the callback `{public_url}/connect/callback/{name}` there."""
    return Provider(
        name=name,
        title="GitHub",
        client_id=client_id,
        client_secret=Secret(client_secret),
        fixed_endpoints=Endpoints(
            issuer=None,
            authorization="https://github.com/login/oauth/authorize",
            token="https://github.com/login/oauth/access_token",  # noqa: S106  an address, not a token
        ),
        client_authentication="client_secret_post",
        scopes=frozenset(scopes),
        scope_descriptions=_GITHUB_SCOPES,
        reply_scope_separators=", ",
        api_origins=("https://api.github.com",),
        account=AccountSource("https://api.github.com/user", "id", ("login", "id")),
    )


def google(
    client_id: str, client_secret: Secret | str, *, name: str = "google", scopes: Iterable[str] = ("openid", "email")
) -> Provider:
    """Google. It gives a refresh token only with offline access and a fresh consent, so both are asked for."""
    return Provider(
        name=name,
        title="Google",
        client_id=client_id,
        client_secret=Secret(client_secret),
        issuer="https://accounts.google.com",
        client_authentication="client_secret_post",
        scopes=frozenset(scopes),
        scope_descriptions=_GOOGLE_SCOPES,
        api_origins=("https://www.googleapis.com", "https://gmail.googleapis.com"),
        authorize_parameters={"access_type": "offline", "include_granted_scopes": "true", "prompt": "consent"},
        account=AccountSource(name_fields=("email", "name", "sub")),
    )


def oidc(
    issuer: str,
    *,
    name: str,
    title: str,
    client_id: str,
    client_secret: Secret | str | None = None,
    scopes: Iterable[str] = ("openid", "profile"),
    api_origins: Iterable[str] = (),
    scope_descriptions: Mapping[str, str] | None = None,
) -> Provider:
    """Any provider with discovery. `api_origins` are the origins that its access token may be sent to."""
    return Provider(
        name=name,
        title=title,
        client_id=client_id,
        client_secret=None if client_secret is None else Secret(client_secret),
        issuer=issuer,
        scopes=frozenset(scopes),
        scope_descriptions=_OPENID_SCOPES | dict(scope_descriptions or {}),
        api_origins=tuple(api_origins),
    )
