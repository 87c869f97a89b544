import { sql } from "kysely";
import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endSessions } from "../../app/domain/auth/sessions.ts";
import { browserToken } from "../../app/domain/comments/guests/guest-links.ts";
import type { Ability } from "../../app/domain/policy.ts";
import { SCOPES, type Scope } from "../../app/domain/tokens/token-rules.ts";
import { POLICY, type Policed, type ScopeOfOperation } from "../../app/http/api/operation.ts";
import { apiRoutes } from "../../app/http/api/routes.ts";
import { authRoutes } from "../../app/http/auth-v1/routes.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { createActor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import {
  expired,
  withForeignKey,
  withOtherClaims,
  withOwnKeyInside,
  withoutSignature,
  withPublicKeyAsSecret,
} from "../app/forged-tokens.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { AUTH_OPERATIONS } from "./auth-operations.ts";
import { OPERATIONS } from "./operation-table.ts";
import { addressOf, type Operation, operationsOf, operationsOfApi, soundCall } from "./operations.ts";

/** Endpoints that GoTrue has and this site refuses to everybody. */
const NOT_OFFERED = /\/(authorize|callback|sso|saml|identities|invite|generate_link|oauth|admin)(\/|$)/;

/** A caller: their token, and whose row it names. */
type Caller = { token?: string; cookie?: string; id: string; email: string };

let app: TestApp;
let document: OpenAPIObject;
let operations: Operation[];
beforeAll(async () => {
  app = await createTestApp();
  document = (await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body;
  // Those of the auth service refuse with GoTrue's statuses: they have their own part below.
  operations = operationsOfApi(document);
  await buildPost(app.context.db);
});
afterAll(() => app.close());

const caller = async (
  values: Parameters<typeof signedInUser>[1] = {},
  spoil = async (token: string): Promise<string> => token,
) => {
  const { user, token } = await signedInUser(app, values);
  return { id: user.id, email: user.email, token: await spoil(token) };
};

type Audience = Ability["audience"];
const OPEN: Audience[] = ["everyone", "users"];

/** Beside what is open to everybody who is signed in. */
const TEAM: Record<string, { has: Parameters<typeof signedInUser>[1]; may: Audience[] }> = {
  "a reader": { has: {}, may: [] },
  "a contributor": { has: { grants: ["contributor"] }, may: ["team", "writers"] },
  "an author": { has: { grants: ["author"] }, may: ["team", "writers", "publishers", "moderators"] },
  "an editor": { has: { grants: ["editor"] }, may: ["team", "writers", "publishers", "editors"] },
  "a moderator": { has: { grants: ["moderator"] }, may: ["team", "moderators", "siteModerators"] },
  "a contributor who moderates": {
    has: { grants: ["contributor", "moderator"] },
    may: ["team", "writers", "moderators", "siteModerators"],
  },
  "an admin": {
    has: { role: "admin" },
    may: ["team", "writers", "publishers", "editors", "moderators", "siteModerators", "admins"],
  },
};
const VALID = Object.entries(TEAM).map(([who, { has, may }]) => ({
  who,
  make: () => caller(has),
  may: (audience: Audience) => OPEN.includes(audience) || may.includes(audience),
}));

const INVALID: Record<string, { code: string; make(): Promise<Caller> }> = {
  anonymous: { code: "no_authorization", make: async () => ({ id: crypto.randomUUID(), email: "nobody@blog.example" }) },
  "deactivated, the session still open": {
    code: "user_banned",
    make: async () => {
      const one = await caller();
      await app.context.db.updateTable("users").set({ is_active: false }).where("id", "=", one.id).execute();
      return one;
    },
  },
  "signed out": {
    code: "session_not_found",
    make: async () => {
      const one = await caller();
      await endSessions(app.context, one.id, { reason: "signed_out" });
      return one;
    },
  },
  deleted: {
    code: "user_not_found",
    make: async () => {
      const one = await caller();
      await app.context.db.deleteFrom("users").where("id", "=", one.id).execute();
      return one;
    },
  },
  "an expired token": { code: "bad_jwt", make: () => caller({}, (token) => expired(app.context, token)) },
  "a foreign key": { code: "bad_jwt", make: () => caller({}, withForeignKey) },
  "a key inside the token": { code: "bad_jwt", make: () => caller({}, withOwnKeyInside) },
  "alg none": { code: "bad_jwt", make: () => caller({}, async (token) => withoutSignature(token)) },
  "our public key as a secret": { code: "bad_jwt", make: () => caller({}, (token) => withPublicKeyAsSecret(app.context, token)) },
  "an admin's id under a reader's signature": {
    code: "bad_jwt",
    make: async () => {
      const admin = await caller({ role: "admin" });
      return { ...admin, ...(await caller({}, async (token) => withOtherClaims(token, { sub: admin.id }))), id: admin.id };
    },
  },
  "no token at all": { code: "bad_jwt", make: async () => ({ ...(await caller()), token: "not.a.token" }) },
};

/** Calls an operation as a user who means themselves. */
async function call(operation: Operation, { token, cookie, id, email }: Caller) {
  const sound = soundCall(operation);
  if (operation.path.startsWith("/api/users/")) sound.path.id = id;
  if (operation.operation.operationId === "createUser") sound.body = { id, email };
  const headers = { ...sound.headers, ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) };
  const body = sound.body === undefined ? {} : { body: JSON.stringify(sound.body) };
  return createActor(app.fetch).send<ErrorBody>(sound.method, addressOf(operation.path, sound), {
    ...body,
    headers: { ...headers, ...("body" in body && { "content-type": "application/json" }) },
  });
}

/** An operation without a row fails below. */
const accessOf = ({ operation }: Operation) => OPERATIONS[operation.operationId ?? ""]?.who ?? "admins";
const isOpen = (one: Operation) => OPEN.includes(accessOf(one));
const scopeOf = ({ operation }: Operation): ScopeOfOperation => operation["x-scope"];
const named = ({ method, path, operation }: Operation) => `${operation.operationId} (${method} ${path})`;

test("every operation is declared with its audience, and no others", () => {
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(OPERATIONS).sort());
});

test("every operation has a policy, with the audience that is declared here", () => {
  const carried = apiRoutes().openAPIRegistry.definitions.flatMap((one) => {
    if (one.type !== "route") return [];
    const { path, method, operationId = "" } = one.route;
    const name = path.startsWith("/auth/v1/") ? `${method} ${path}` : operationId;
    return [[name, (one.route as Partial<Policed>)[POLICY]?.audience]];
  });
  const declared = Object.fromEntries(Object.entries(OPERATIONS).map(([name, { who }]) => [name, who]));
  expect(Object.fromEntries(carried)).toEqual({ ...declared, ...AUTH_OPERATIONS });
});

test("the document says which operations need a session, which API tokens they take, and how they refuse", () => {
  for (const one of operations) {
    const access = accessOf(one);
    const scope = scopeOf(one);
    const isForTokens = SCOPES.some((known) => known === scope);
    expect([named(one), isForTokens || ["public", "never"].includes(scope)]).toEqual([named(one), true]);
    expect([named(one), scope === "public"]).toEqual([named(one), access === "everyone"]);
    const security = [{ session: [] }, ...(isForTokens ? [{ token: [scope] }] : [])];
    expect([named(one), one.operation.security]).toEqual([named(one), access === "everyone" ? undefined : security]);
    expect([named(one), "401" in (one.operation.responses ?? {})]).toEqual([named(one), access !== "everyone"]);
    expect([named(one), one.path.startsWith("/api/admin/")]).toEqual([named(one), !isOpen(one)]);
  }
});

describe.each(VALID)("$who", ({ make, may }) => {
  test("is admitted wherever they may, and nowhere else", async () => {
    const wrong: string[] = [];
    for (const one of operations) {
      const { status, text } = await call(one, await make());
      if (may(accessOf(one)) === (status === 403) || status === 401 || status >= 500)
        wrong.push(`${named(one)}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});

test("somebody who is banned from commenting is admitted as any reader is, except where they would comment or like", async () => {
  const banned = async () => {
    const one = await caller();
    const values = { user_id: one.id, reason: "Advertising", created_at: new Date() };
    await app.context.db.insertInto("comment_bans").values(values).execute();
    return one;
  };
  const mayBeRefused = ["createComment", "updateOwnComment", "reportComment", "toggleLike", "createLike", "updateLike"];
  const wrong: string[] = [];
  for (const one of operations.filter(isOpen)) {
    const { status, body, text } = await call(one, await banned());
    const isBan = status === 403 && body.code === "comment_ban";
    if (isBan ? !mayBeRefused.includes(one.operation.operationId ?? "") : status === 401 || status === 403 || status >= 500)
      wrong.push(`${named(one)}: ${status} ${text}`);
  }
  expect(wrong).toEqual([]);
});

test("to the API, a browser that comments as a guest is a visitor", async () => {
  const times = { created_at: new Date(), confirmed_at: new Date() };
  const guest = { email: "guest@blog.example", name: "Grace", ...times };
  const made = app.context.db.insertInto("guests").values(guest).returning(["id", "version"]);
  const cookie = `guest=${await browserToken(app.context, await made.executeTakeFirstOrThrow())}`;
  expect((await createActor(app.fetch, { headers: { cookie } }).get("/guest")).text).toContain("Grace");
  const wrong: string[] = [];
  for (const one of operations) {
    const { status, body, text } = await call(one, { cookie, id: crypto.randomUUID(), email: guest.email });
    const isOpenToAll = accessOf(one) === "everyone";
    const good = isOpenToAll ? ![401, 403].includes(status) && status < 500 : status === 401 && body.code === "no_authorization";
    if (!good) wrong.push(`${named(one)}: ${status} ${text}`);
  }
  expect(wrong).toEqual([]);
});

/** The specification's list, as the tags and paths of the operations. */
const NEVER_BY_TOKEN =
  /^\/api\/(account|users|invitations|admin\/(users|settings|words|navigation|appearance|imports|export|backup|system|outbox|docs|audit|trash|demo-content|dashboard|maintenance))/;

test("no API token reaches users, settings, the look, imports, exports, backups, the system and the trash", () => {
  const reached = operations.filter((one) => NEVER_BY_TOKEN.test(one.path) && !["never", "public"].includes(scopeOf(one)));
  expect(reached.map(named)).toEqual([]);
});

describe.each(VALID)("an API token of $who", ({ make, may }) => {
  /** Each may write 120 times in a minute. */
  const tokensFor = async (scope: Scope) => {
    const owner = await make();
    const made = [1, 2, 3].map(async () => ({ ...owner, token: (await buildToken(app, owner.id, { scopes: [scope] })).token }));
    return Promise.all(made);
  };

  test.each(SCOPES)("with %s is admitted where its owner may and the scope is named, and nowhere else", async (scope) => {
    const wrong: string[] = [];
    const tokens = await tokensFor(scope);
    for (const [index, one] of operations.entries()) {
      const { status, body, text } = await call(one, tokens[index % tokens.length] as Caller);
      const needed = scopeOf(one);
      const refusal = needed === "never" ? "token_refused" : needed === scope ? "42501" : "missing_scope";
      const isRefused = needed !== "public" && (needed !== scope || !may(accessOf(one)));
      const good = isRefused ? status === 403 && body.code === refusal : ![401, 403].includes(status) && status < 500;
      if (!good || (refusal === "missing_scope" && isRefused && !body.message.endsWith(` ${needed}`)))
        wrong.push(`${named(one)}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("where the back office requires a second step", () => {
  const require = async (requireTwoSteps: boolean) => {
    await sql`update settings set value = value || ${JSON.stringify({ requireTwoSteps })}::jsonb`.execute(app.context.db);
    await app.settings.renew();
  };
  beforeAll(() => require(true));
  afterAll(() => require(false));

  test.each(VALID)("$who without one is refused in all of it, and nowhere else", async ({ make, may }) => {
    const wrong: string[] = [];
    for (const one of operations) {
      const { status, body, text } = await call(one, await make());
      const code = !may(accessOf(one)) ? "42501" : isOpen(one) ? undefined : "factor_required";
      if (code ? status !== 403 || body.code !== code : [401, 403].includes(status))
        wrong.push(`${named(one)}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(Object.entries(INVALID))("%s", (_, { code, make }) => {
  test("is refused with 401 where a user is required, and is anonymous elsewhere", async () => {
    const wrong: string[] = [];
    for (const one of operations) {
      const { status, body, text } = await call(one, await make());
      const good =
        accessOf(one) === "everyone" ? status < 500 && status !== 401 && status !== 403 : status === 401 && body.code === code;
      if (!good) wrong.push(`${named(one)}: ${status} ${text}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("the auth service", () => {
  const endpoints = () =>
    [
      ...new Set(authRoutes().routes.map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`)),
    ].filter((one) => !one.startsWith("all "));
  const refusedOnly = (one: string) => NOT_OFFERED.test(one);
  const knock = async (endpoint: string, { token }: Caller) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const headers = { "x-supabase-api-version": "2024-01-01", ...(token && { authorization: `Bearer ${token}` }) };
    const body = method === "get" ? {} : { body: "{}" };
    const actor = createActor(app.fetch);
    return actor.send<ErrorBody>(method.toUpperCase(), path.replace("*", "x"), {
      ...body,
      headers: { ...headers, ...("body" in body && { "content-type": "application/json" }) },
    });
  };

  test("every endpoint is declared with its audience, and no others", () => {
    expect(
      endpoints()
        .filter((one) => !refusedOnly(one))
        .sort(),
    ).toEqual(Object.keys(AUTH_OPERATIONS).sort());
  });

  test("the document has every endpoint that is offered and no other, and says which require a token and how they refuse", () => {
    const described = operationsOf(document).filter(({ path }) => path.startsWith("/auth/v1/"));
    const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
    expect(described.map(nameOf).sort()).toEqual(Object.keys(AUTH_OPERATIONS).sort());
    for (const one of described) {
      const needsUser = AUTH_OPERATIONS[nameOf(one)] !== "everyone";
      const { security, responses = {} } = one.operation;
      expect([nameOf(one), security]).toEqual([nameOf(one), needsUser ? [{ session: [] }] : undefined]);
      expect([nameOf(one), "401" in responses]).toEqual([nameOf(one), needsUser]);
    }
  });

  test.each(Object.entries(INVALID))("the document has the status and code with which %s is refused", async (_, { make }) => {
    const who = await make();
    for (const { method, path, operation } of operationsOf(document)) {
      if (AUTH_OPERATIONS[`${method} ${path}`] !== "users") continue;
      const { status, body } = await knock(`${method} ${path}`, who);
      expect([path, operation.responses?.[status]?.description]).toEqual([path, expect.stringContaining(`\`${body.code}\``)]);
    }
  });

  test.each(VALID)("$who is admitted", async ({ make }) => {
    for (const endpoint of Object.keys(AUTH_OPERATIONS)) {
      const { status, text, body } = await knock(endpoint, await make());
      // Recovery codes need a second step, which these users don't have.
      const isRefused = [401, 403].includes(status) && body.code !== "insufficient_aal";
      expect(isRefused || status >= 500, `${endpoint}: ${status} ${text}`).toBe(false);
    }
  });

  test.each(Object.entries(INVALID))("%s is refused where a user is required", async (_, { code, make }) => {
    for (const [endpoint, access] of Object.entries(AUTH_OPERATIONS)) {
      const { status, body, text } = await knock(endpoint, await make());
      const refused = status === 401 || status === 403;
      expect([endpoint, refused, status < 500], text).toEqual([endpoint, access !== "everyone", true]);
      if (refused) expect([endpoint, body.code]).toEqual([endpoint, code]);
    }
  });

  test("endpoints that the site doesn't offer are refused to everybody, admins too", async () => {
    const everybody = await Promise.all([INVALID.anonymous?.make(), ...VALID.map(({ make }) => make())]);
    for (const endpoint of endpoints().filter(refusedOnly)) {
      for (const one of everybody) {
        const { status, body } = await knock(endpoint, one as Caller);
        expect([400, 401, 403, 404, 422], endpoint).toContain(status);
        expect(body.message, endpoint).toBeTruthy();
      }
    }
  });
});

test("everything under /api/admin requires an admin or a grant, also paths that don't exist yet", async () => {
  const [reader, author, admin] = [await caller(), await caller({ grants: ["author"] }), await caller({ role: "admin" })];
  for (const path of ["/api/admin", "/api/admin/", "/api/admin/anything", "/api/admin/a/b?c=d"]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const as = async (one: { token?: string }) => {
        const headers: Record<string, string> = one.token ? { authorization: `Bearer ${one.token}` } : {};
        return (await createActor(app.fetch).send(method, path, { headers })).status;
      };
      expect([method, path, await as({}), await as(reader), await as(author), await as(admin)]).toEqual([
        method,
        path,
        401,
        403,
        404,
        404,
      ]);
    }
  }
});

test("a revoked role applies from the next request on", async () => {
  const { token, id } = await caller({ role: "admin" });
  const status = async () =>
    (await createActor(app.fetch).get("/api/admin/anything", { authorization: `Bearer ${token}` })).status;
  expect(await status()).toBe(404);
  await caller({ role: "admin" });
  await app.context.db.updateTable("users").set({ role: "user" }).where("id", "=", id).execute();
  expect(await status()).toBe(403);
});

test("grants apply from the next request on, given or taken", async () => {
  const admin = (await signedInUser(app, { role: "admin" })).actor;
  const { token, id } = await caller();
  const status = async () =>
    (await createActor(app.fetch).get("/api/admin/anything", { authorization: `Bearer ${token}` })).status;
  expect(await status()).toBe(403);
  await admin.put(`/api/admin/users/${id}/grants`, { grants: ["moderator"] });
  expect(await status()).toBe(404);
  await admin.put(`/api/admin/users/${id}/grants`, { grants: [] });
  expect(await status()).toBe(403);
});

test("what users write about themselves grants nothing", async () => {
  const claims = { role: "admin", grants: ["editor"], app_metadata: { role: "admin", grants: ["editor"] } };
  const { token } = await caller({ user_metadata: JSON.stringify(claims) });
  const { status } = await createActor(app.fetch).get("/api/admin/anything", { authorization: `Bearer ${token}` });
  expect(status).toBe(403);
});
