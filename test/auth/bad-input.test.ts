// slow: app/domain/ app/http/ app/platform/ db/migrations/ test/http/

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";

type Init = { body?: BodyInit; headers?: Record<string, string> };
type Body = { code: string; message: string };

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  ({ token } = await signedInUser(app, { email: "ada@mail.example" }));
});
afterAll(() => app.close());

const AUTH = "/auth/v1";
const email = "somebody@mail.example";
const password = "a fine day for kites";

/** Every endpoint that takes a body, with a valid one. */
const TAKES_BODY: Record<string, object> = {
  "POST /signup": { email, password, data: { full_name: "Ada" } },
  "POST /token?grant_type=password": { email, password },
  "POST /token?grant_type=refresh_token": { refresh_token: "x" },
  "POST /otp": { email },
  "POST /verify": { type: "signup", token_hash: "x" },
  "POST /recover": { email },
  "POST /resend": { type: "signup", email },
  "PUT /user": { data: { full_name: "Ada" } },
};
const WITHOUT_BODY = ["GET /user", "GET /settings", "GET /health", "GET /.well-known/jwks.json", "POST /logout", "GET /verify"];

const call = (endpoint: string, { body, headers }: Init = {}) => {
  const [method = "", path = ""] = endpoint.split(" ");
  const own = { authorization: `Bearer ${token}`, "x-supabase-api-version": "2024-01-01" };
  return app.actors.anonymous.send<Body>(method, AUTH + path, { body, headers: { ...own, ...headers } });
};

const JSON_TYPE = { "content-type": "application/json" };
const big = JSON.stringify({ email, password, x: "a".repeat(100_000) });
const bodies = (): [what: string, init: Init, status: number, code: string][] => [
  ["nothing", {}, 400, "bad_json"],
  ...["", "{", "nul", "{'a':1}", "\0", "{}x", "[".repeat(30_000)].map((text): [string, Init, number, string] => [
    `malformed: ${text.slice(0, 9)}`,
    { body: text, headers: JSON_TYPE },
    400,
    "bad_json",
  ]),
  ...["null", "[]", "7", '"text"', "true", "[{}]"].map((text): [string, Init, number, string] => [
    `no object: ${text}`,
    { body: text, headers: JSON_TYPE },
    400,
    "bad_json",
  ]),
  ["broken UTF-8", { body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), headers: JSON_TYPE }, 400, "bad_json"],
  ["a form", { body: new URLSearchParams({ email, password }) }, 415, "unsupported_media_type"],
  ["plain text", { body: "{}", headers: { "content-type": "text/plain" } }, 415, "unsupported_media_type"],
  ["100 KB", { body: big, headers: JSON_TYPE }, 413, "payload_too_large"],
  ["100 KB in chunks", { body: new Blob([big]).stream(), headers: JSON_TYPE }, 413, "payload_too_large"],
  ["another site's", { body: "{}", headers: { ...JSON_TYPE, origin: "https://elsewhere.example" } }, 403, "cross_site"],
];

/** Values that are invalid in every field. */
const BAD_VALUES = [7, true, [], ["a"], { a: 1 }, "a".repeat(20_000)];

describe.each(Object.entries(TAKES_BODY))("%s", (endpoint, sound) => {
  test("refuses another body", async () => {
    for (const [what, init, status, code] of bodies()) {
      const answer = await call(endpoint, init);
      expect([what, answer.status, answer.body?.code]).toEqual([what, status, code]);
      expect(Object.keys(answer.body).sort()).toEqual(["code", "message"]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-sb-error-code")).toBe(code);
    }
  });

  test("refuses fields of another type, and never with a server error", async () => {
    for (const field of [...Object.keys(sound), "email", "phone", "token", "type"]) {
      for (const value of field === "data" ? [7, true, [], "text"] : BAD_VALUES) {
        const body = JSON.stringify({ ...sound, [field]: value });
        const { status, text } = await call(endpoint, { body, headers: JSON_TYPE });
        const asked = field in sound;
        expect([field, value, asked ? [400, 422] : [200, 400, 403, 422], status]).toEqual([
          field,
          value,
          expect.arrayContaining([status]),
          status,
        ]);
        expect(text).not.toMatch(/\b(select|insert|syntax error|node_modules|\bat .*:\d+)/i);
      }
    }
  });

  test("NUL and half characters cause no server error", async () => {
    for (const bad of ["\0", "a\0b", "\ud800", "\u{10ffff}", "\u202e"]) {
      for (const field of Object.keys(sound).filter((one) => one !== "data")) {
        const { status } = await call(endpoint, { body: JSON.stringify({ ...sound, [field]: bad }), headers: JSON_TYPE });
        expect([field, bad, [400, 403, 422].includes(status)]).toEqual([field, bad, true]);
      }
    }
  });
});

test("unknown fields are ignored, as in GoTrue", async () => {
  const body =
    '{"email":"ada@mail.example","__proto__":{"polluted":1},"constructor":1,"gotrue_meta_security":{"captcha_token":""}}';
  expect((await call("POST /recover", { body, headers: JSON_TYPE })).status).toBe(200);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("grants and scopes that don't exist are refused", async () => {
  for (const grant of [
    "",
    "?grant_type=",
    "?grant_type=pkce",
    "?grant_type=id_token",
    "?grant_type=web3",
    "?grant_type=constructor",
  ]) {
    const { status, body } = await call(`POST /token${grant}`, { body: "{}", headers: JSON_TYPE });
    expect([grant, status, body]).toEqual([grant, 400, { code: "invalid_credentials", message: "unsupported_grant_type" }]);
  }
  for (const scope of ["x", "Global", "%00", "constructor"]) {
    expect((await call(`POST /logout?scope=${scope}`)).body.code).toBe("validation_failed");
  }
  expect((await call("POST /token?grant_type=password&grant_type=password")).body.code).toBe("validation_failed");
});

test("methods, unknown paths and OPTIONS have an answer", async () => {
  for (const endpoint of [...Object.keys(TAKES_BODY), ...WITHOUT_BODY]) {
    const [, path = ""] = endpoint.split(" ");
    const bare = path.split("?")[0];
    const wrong = await call(`DELETE ${bare}`);
    expect([path, wrong.status, wrong.body.code]).toEqual([path, 405, "method_not_allowed"]);
    expect(wrong.headers.get("allow")).toContain("OPTIONS");
    const options = await call(`OPTIONS ${bare}`);
    expect([path, options.status, options.headers.get("allow")]).toEqual([path, 204, wrong.headers.get("allow")]);
  }
  for (const path of ["", "/", "/nothing", "/user/x", "/TOKEN", "/%00"]) {
    const { status, body } = await call(`GET ${path}`);
    expect([path, [400, 404].includes(status), typeof body.code, typeof body.message]).toEqual([path, true, "string", "string"]);
  }
  // A proxy or a client may ask which methods the whole service accepts.
  for (const path of ["", "/", "/nothing"]) expect([path, (await call(`OPTIONS ${path}`)).status]).toEqual([path, 204]);
});

test("GoTrue's other endpoints are refused clearly", async () => {
  const refused = [
    ["GET /authorize?provider=google", 400, "validation_failed"],
    ["GET /callback", 400, "validation_failed"],
    ["POST /sso", 404, "saml_provider_disabled"],
    ["POST /saml/acs", 404, "saml_provider_disabled"],
    ["GET /user/identities/authorize", 404, "manual_linking_disabled"],
    ["GET /admin/users", 403, "not_admin"],
    ["POST /admin/generate_link", 403, "not_admin"],
  ] as const;
  for (const [endpoint, status, code] of refused) {
    const answer = await call(endpoint);
    expect([endpoint, answer.status, answer.body.code]).toEqual([endpoint, status, code]);
  }
});

test("invalid tokens are refused in GoTrue's words", async () => {
  const answers = [];
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    "Basic YTpi",
    "Bearer x",
    "Bearer a.b.c",
    `Bearer ${token}x`,
    `Token ${token}`,
  ]) {
    const { status, body } = await call("GET /user", { headers: { authorization } });
    answers.push([authorization.replace(token, "…"), status, body.code]);
  }
  expect(answers).toEqual([
    ["", 401, "no_authorization"],
    ["Bearer", 401, "no_authorization"],
    ["Bearer ", 401, "no_authorization"],
    ["Basic YTpi", 401, "no_authorization"],
    ["Bearer x", 403, "bad_jwt"],
    ["Bearer a.b.c", 403, "bad_jwt"],
    ["Bearer …x", 403, "bad_jwt"],
    ["Token …", 401, "no_authorization"],
  ]);
});

test("OPTIONS names the methods of a path, also for unknown paths and any caller", async () => {
  const paths = [
    "/signup",
    "/token?grant_type=password",
    "/user",
    "/reauthenticate",
    "/verify",
    "/logout",
    "/.well-known/jwks.json",
  ];
  for (const path of [...paths, "/factors/x/challenge", "/sso/x", "/admin/users", "/no/such/thing", ""]) {
    for (const headers of [
      {},
      { authorization: "Bearer x", "content-type": "text/plain", origin: "https://elsewhere.example" },
    ]) {
      const answer = await app.actors.anonymous.send("OPTIONS", `/auth/v1${path}`, {
        headers: headers as Record<string, string>,
      });
      expect([path, answer.status, answer.text]).toEqual([path, 204, ""]);
      expect(answer.headers.get("allow"), path).toContain("OPTIONS");
    }
  }
  expect((await app.actors.anonymous.send("OPTIONS", "/auth/v1/user")).headers.get("allow")).toBe("GET, HEAD, OPTIONS, PUT");
});
