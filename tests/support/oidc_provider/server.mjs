// An authorization server by other people, npm's oidc-provider, set up for the tests. Started by running.py beside it.
//
// It takes a free loopback port, says where it is in one line of JSON on standard output, and ends when its standard
// input does, so that it never outlives who started it. The settings come in the environment as JSON:
//
//   clients             what oidc-provider calls clients: client_id, client_secret, redirect_uris, ...
//   scopes              beside openid, offline_access, profile and email
//   resources           resource indicator -> the scopes it has, with spaces between; tokens for it are JWTs
//   consent             "page": people are asked; "auto": they are not
//   accessTokenSeconds  how long an access token is good
//
// People sign in without a password: by a button on the page, or by a login_hint that names one of them.

import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

import { consentPage, loginPage } from "./pages.mjs";

const settings = JSON.parse(process.env.OIDC_PROVIDER_SETTINGS);
const tools = createRequire(`${process.env.OIDC_PROVIDER_TOOLS}/package.json`);
const { Provider, errors } = await import(pathToFileURL(tools.resolve("oidc-provider")));

const PEOPLE = new Map([["alice", "Alice Adams"], ["bob", "Bob Brown"]]);
const MOUNT = "/interaction/";
const RECORD = "/seen-by-the-tests";

const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address();
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, configuration());
const seen = [];

provider.use(interactions);
provider.on("server_error", (ctx, error) => console.error(error));
server.on("request", answer);
for (const { client_id } of settings.clients) await provider.Client.find(client_id); // complains of wrong ones now
process.stdin.on("end", () => process.exit(0)).resume();
console.log(JSON.stringify({ issuer, pid: process.pid }));

function configuration() {
  const cookie = { httpOnly: true, sameSite: "lax", path: "/" };
  return {
    clients: settings.clients,
    scopes: ["openid", "offline_access", "profile", "email", ...settings.scopes],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    findAccount: (ctx, id) => (PEOPLE.has(id) ? { accountId: id, claims: () => claimsOf(id) } : undefined),
    jwks: { keys: [signingKey()] },
    // Cookies of loopback servers reach every port, so each server has names of its own.
    cookies: {
      keys: [randomBytes(32).toString("hex")],
      long: cookie,
      short: cookie,
      names: { session: `op_${port}`, interaction: `op_${port}_interaction`, resume: `op_${port}_resume` },
    },
    responseTypes: ["code"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: (ctx, client) => client.grantTypeAllowed("refresh_token"),
    interactions: { url: (ctx, interaction) => MOUNT + interaction.uid },
    ttl: {
      AccessToken: settings.accessTokenSeconds, AuthorizationCode: 60, IdToken: 300, RefreshToken: 3600,
      Session: 3600, Interaction: 600, Grant: 3600,
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
      userinfo: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => resourceServer(resource),
      },
    },
  };
}

function claimsOf(id) {
  return { sub: id, name: PEOPLE.get(id), email: `${id}@example.test`, email_verified: true };
}

function signingKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), alg: "RS256", use: "sig", kid: randomBytes(8).toString("hex") };
}

function resourceServer(resource) {
  if (!Object.hasOwn(settings.resources, resource)) throw new errors.InvalidTarget();
  return {
    scope: settings.resources[resource],
    audience: resource,
    accessTokenTTL: settings.accessTokenSeconds,
    accessTokenFormat: "jwt",
    jwt: { sign: { alg: "RS256" } },
  };
}

// Every request is written down for the tests, and handed on.
function answer(request, response) {
  const { pathname } = new URL(request.url, issuer);
  if (pathname === RECORD) {
    response.setHeader("content-type", "application/json").end(JSON.stringify(seen));
    return;
  }
  response.on("finish", () => seen.push({ method: request.method, path: pathname, status: response.statusCode }));
  provider.callback()(request, response);
}

// Whatever oidc-provider wants to know from a person.
async function interactions(ctx, next) {
  if (!ctx.path.startsWith(MOUNT)) return next();
  const details = await provider.interactionDetails(ctx.req, ctx.res);
  const result = ctx.method === "POST" ? await answered(await bodyOf(ctx.req), details) : await withoutAsking(details);
  if (result) {
    const options = { mergeWithLastSubmission: details.prompt.name === "consent" };
    return provider.interactionFinished(ctx.req, ctx.res, result, options);
  }
  ctx.type = "html";
  ctx.body = details.prompt.name === "login" ? loginPage(PEOPLE) : await pageOfConsent(details);
}

async function withoutAsking(details) {
  const hinted = details.params.login_hint;
  if (details.prompt.name === "login") return PEOPLE.has(hinted) ? { login: { accountId: hinted } } : undefined;
  return settings.consent === "auto" ? agreed(details) : undefined;
}

async function answered(form, details) {
  if (form.get("answer") === "refuse") {
    return { error: "access_denied", error_description: "the person said no" };
  }
  if (details.prompt.name !== "login") return agreed(details);
  return PEOPLE.has(form.get("user")) ? { login: { accountId: form.get("user") } } : undefined;
}

async function agreed({ grantId, session, params, prompt: { details: missing } }) {
  const known = grantId && (await provider.Grant.find(grantId));
  const grant = known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  if (missing.missingOIDCScope) grant.addOIDCScope(missing.missingOIDCScope.join(" "));
  if (missing.missingOIDCClaims) grant.addOIDCClaims(missing.missingOIDCClaims);
  for (const [resource, scopes] of Object.entries(missing.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(" "));
  }
  return { consent: { grantId: await grant.save() } };
}

async function pageOfConsent({ params, session }) {
  const client = await provider.Client.find(params.client_id);
  const asked = { client: client.clientName ?? params.client_id, scopes: String(params.scope ?? "").split(" ") };
  return consentPage({ ...asked, person: PEOPLE.get(session.accountId) });
}

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
