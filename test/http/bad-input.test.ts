// slow: app/domain/ app/http/ app/platform/ db/migrations/ test/auth/

import type { OpenAPIObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor, Answer } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { addressOf, fieldsOf, namesIn, type Operation, operationsOfApi, soundCall } from "./operations.ts";

/** One broken request and the field that the refusal must name. */
type Case = {
  what: string;
  operation: Operation;
  address: string;
  init: { body?: BodyInit; headers: Record<string, string> };
  status: number;
  field: string;
};

let app: TestApp;
let operations: Operation[];
/** An admin, who is refused nothing for lack of permission. */
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
  // Visits are handled before the ordinary middleware, with rules of their own: visits.test.ts. The auth service ignores unknown fields
  // and parameters and names no field, as GoTrue does: test/auth/bad-input.test.ts.
  operations = operationsOfApi((await app.actors.anonymous.get<OpenAPIObject>("/api/openapi.json")).body).filter(
    ({ operation }) => operation.operationId !== "recordVisit",
  );
});
afterAll(() => app.close());

const JSON_TYPE = { "content-type": "application/json" };

/** Values that no parameter accepts; percent-encoded as in the URL. */
const BAD_IN_ADDRESS = {
  "a NUL byte": "%00",
  "broken UTF-8": "%E0%A4%A",
  "a lone surrogate": "%ED%A0%80",
  "a lone percent sign": "%",
  "an over-long value": "a".repeat(3000),
  "an SQL fragment": "'%20or%201=1--%00",
};
const BAD_NUMBERS = [
  "0",
  "-1",
  "1.5",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "99999999999999999999",
  "",
  "%20",
  "one",
  "١",
  "null",
  "true",
];
const BAD_VALUES: Record<string, unknown> = {
  null: null,
  "a number": 7,
  "a string": "yes",
  "an empty string": "",
  "a list": [],
  "an object": {},
  "a NUL byte": "\0",
  "a lone surrogate": "\ud800",
  "an over-long string": "a".repeat(10_000),
};

/** Of those values, the ones that a field accepts nevertheless. */
const GOOD_FOR: Record<string, string[]> = {
  full_name: ["null", "a string", "an empty string"],
  bio: ["a string", "an empty string"],
  grants: ["a list"],
  "fetchBackup.current_password": ["a string", "an empty string"],
  "createToken.name": ["a string"],
  "createToken.expires_at": ["null"],
  "createToken.current_password": ["a string", "an empty string"],
  "updatePicture.alt": ["a string", "an empty string"],
  "updatePicture.name": ["a string"],
  version: ["a number"],
  edit_version: ["a number"],
  base_version: ["a number"],
  excerpt: ["a string", "an empty string"],
  "createHandIn.note": ["a string", "an empty string"],
  featured_image: ["null"],
  featured_image_alt: ["a string", "an empty string"],
  "createPost.language": ["null"],
  "updatePost.language": ["null"],
  tags: ["a list"],
  "updatePostFile.text": ["a string", "an empty string", "an over-long string"],
  "updatePostFile.name": ["a string", "an empty string"],
  "createPost.description": ["an empty string"],
  "updatePost.title": ["a string"],
  "createPost.title": ["a string"],
  "updatePost.slug": ["a string", "an over-long string"],
  "createPost.slug": ["a string"],
  "updatePost.description": ["a string", "an empty string"],
  "createPost.content": ["an over-long string"],
  "updatePost.content": ["a string", "an empty string", "an over-long string"],
  "updatePost.category_id": ["null"],
  "updatePostOptions.author_id": ["null"],
  "updatePostOptions.coauthors": ["a list"],
  "updatePostOptions.translation_of": ["null"],
  "previewPost.content": ["a string", "an empty string", "an over-long string"],
  "updateRevision.name": ["null", "a string"],
  "checkPost.id": ["null"],
  "checkPost.title": ["a string", "an empty string"],
  "checkPost.slugs": ["a list"],
  "createCategory.name": ["a string"],
  "updateCategory.name": ["a string"],
  "createCategory.slug": ["a string"],
  "updateCategory.slug": ["a string"],
  "createCategory.description": ["a string", "an empty string"],
  "updateCategory.description": ["a string", "an empty string"],
  "createCategory.heading": ["a string", "an empty string"],
  "createCategory.intro": ["a string", "an empty string"],
  "createCategory.picture_alt": ["a string", "an empty string"],
  "updateCategory.heading": ["a string", "an empty string"],
  "updateCategory.intro": ["a string", "an empty string"],
  "updateCategory.picture_alt": ["a string", "an empty string"],
  "createCategory.picture": ["null"],
  "updateCategory.picture": ["null"],
  "updateAuthorProfile.slug": ["a string"],
  "updateAuthorProfile.picture": ["null"],
  "updateAuthorProfile.links": ["a list"],
  "updateOwnAuthorProfile.slug": ["a string"],
  "updateOwnAuthorProfile.picture": ["null"],
  "updateOwnAuthorProfile.links": ["a list"],
  "updateTag.name": ["a string"],
  "createComment.content": ["a string"],
  "createReply.content": ["a string"],
  "createComment.reply_to": ["null"],
  "createComment.website": ["a string", "an empty string"],
  "createComment.ticket": ["a string", "an empty string"],
  "createSubscription.ticket": ["a string", "an empty string"],
  "createSubscription.page": ["a string", "an empty string"],
  "createSubscription.website": ["a string", "an empty string"],
  "updateOwnSubscription.categories": ["null"],
  "updateOwnSubscription.language": ["null", "a string"],
  "updateOwnComment.content": ["a string"],
  "createCommentBan.reason": ["a string", "an empty string"],
  "createCommentBan.hide_days": ["a number"],
  "reportComment.reason": ["a string", "an empty string"],
  "updateWords.words": ["an object"],
  chosen: ["a list"],
  "updateFeaturedOrder.post_ids": ["a list"],
  "updateNavigation.header": ["null", "a list"],
  "updateNavigation.footer": ["null", "a list"],
  "updateNavigation.social": ["a list"],
  "updateNavigation.announcement": ["null"],
  "createTrafficRule.value": ["a string"],
  retention_months: ["a number"],
  "reportBounce.message_id": ["a string", "an empty string"],
  "reportBounce.email": ["a string", "an empty string"],
  "reportBounce.reason": ["a string", "an empty string"],
  "updateIssue.subject": ["a string", "an empty string"],
  "updateIssue.preview_text": ["a string", "an empty string"],
  "updateIssue.content": ["a string", "an empty string", "an over-long string"],
  "updateIssue.category_id": ["null"],
  "createSubscriber.consent_text": ["a string"],
  "startSubscriberImport.statement": ["a string"],
  "createWebhook.name": ["a string"],
  "updateWebhook.name": ["a string"],
};

/** A secret is right or wrong; only what is too long for one is bad input. */
const isGoodInHeader = (name: string, value: string) => name === "x-bounce-secret" && value.length < 100;

/** What a path accepts nevertheless: names of missing things. */
const GOOD_IN_PATH: Record<string, string[]> = { name: ["NOT-A-SLUG", "x"], slug: ["x"] };

/** Nobody else's account can be created; a missing file can't be imported, nor a picture of a missing site, nor a missing article put in order. */
const REFUSED_ALL_THE_SAME: Record<string, number[]> = {
  createUser: [403],
  uploadPicture: [400],
  uploadBrandFile: [400],
  fetchPicture: [400],
  uploadFile: [400],
  uploadSubscribers: [400],
  fetchFile: [400],
  fetchBookmark: [400],
  updateFeaturedOrder: [400],
  startIssue: [409],
  resumeIssue: [409],
  resendRecipient: [409],
  createIssueTest: [409],
};

function spoil(
  operation: Operation,
  what: string,
  field: string,
  change: (call: ReturnType<typeof soundCall>) => void,
  status = 400,
): Case {
  const call = soundCall(operation);
  change(call);
  const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
  const headers = { ...(call.body !== undefined && JSON_TYPE), ...call.headers };
  return { what, operation, address: addressOf(operation.path, call), init: { ...body, headers }, status, field };
}

/** The same, with raw text after the path: values that URLSearchParams would correct. */
function withRawQuery(operation: Operation, what: string, field: string, name: string, raw: string): Case {
  const spoilt = spoil(operation, what, field, ({ query }) => delete query[name]);
  return { ...spoilt, address: `${spoilt.address}${spoilt.address.includes("?") ? "&" : "?"}${name}=${raw}` };
}

function queryCases(operation: Operation): Case[] {
  const cases: Case[] = [];
  for (const name of namesIn(operation.operation, "query")) {
    for (const [what, raw] of Object.entries(BAD_IN_ADDRESS))
      cases.push(withRawQuery(operation, `${name}: ${what}`, name, name, raw));
    const twice = withRawQuery(operation, `${name} twice`, name, name, `x&${name}=x`);
    cases.push(twice);
    if (name === "page" || name === "limit") {
      for (const raw of BAD_NUMBERS) cases.push(withRawQuery(operation, `${name}=${raw}`, name, name, raw));
    }
    if (operation.operation.parameters?.some((p) => "name" in p && p.name === name && p.required)) {
      cases.push(spoil(operation, `no ${name}`, name, ({ query }) => delete query[name]));
      cases.push(withRawQuery(operation, `an empty ${name}`, name, name, ""));
    }
  }
  cases.push(withRawQuery(operation, "an unknown parameter", "color", "color", "red"));
  for (const name of ["__proto__", "__proto__[x]", "a[b]", "%00", "%E0%A4%A"]) {
    cases.push(withRawQuery(operation, `a parameter named ${name}`, "query", name, "1"));
  }
  cases.push(withRawQuery(operation, "a parameter named constructor", "constructor", "constructor", "1"));
  return cases;
}

function pathCases(operation: Operation): Case[] {
  return namesIn(operation.operation, "path").flatMap((name) => [
    ...Object.entries(BAD_IN_ADDRESS).map(([what, raw]) =>
      spoil(operation, `${name}: ${what}`, raw.startsWith("a") ? name : "path", ({ path }) => (path[name] = raw)),
    ),
    ...["NOT-A-SLUG", "x", "a%2Fb", "a%20b", "%7B%7D", "%22", "é", "a.b"]
      .filter((raw) => !GOOD_IN_PATH[name]?.includes(raw))
      .map((raw) => spoil(operation, `${name}: ${raw}`, name, ({ path }) => (path[name] = raw))),
  ]);
}

function headerCases(operation: Operation): Case[] {
  return namesIn(operation.operation, "header").flatMap((name) =>
    ["", "x", "A".repeat(32), "a".repeat(33), "a".repeat(8000), "\u00e9".repeat(32)]
      .filter((value) => !isGoodInHeader(name, value))
      .map((value) => spoil(operation, `${name}: ${value.slice(0, 40)}`, name, ({ headers }) => (headers[name] = value))),
  );
}

function bodyCases(operation: Operation): Case[] {
  const fields = fieldsOf(operation.operation);
  if (fields.length === 0) return [];
  const raw = (
    what: string,
    body: BodyInit | undefined,
    status = 400,
    field = "body",
    headers: Record<string, string> = JSON_TYPE,
  ): Case => {
    const sound = spoil(operation, what, field, ({ body: _ }) => {}, status);
    return { ...sound, init: { body, headers: { "x-session-id": "a".repeat(32), ...headers } } };
  };
  const sound = JSON.stringify(soundCall(operation).body);
  // Operations that take articles, the texts of the whole site or lists of addresses accept longer bodies.
  const megabytes = /^\/api\/(admin\/(posts|post-files|edits|words|newsletter\/(issues|suppressions))|newsletter\/bounces)/.test(
    operation.path,
  )
    ? 3
    : 1;
  const big = JSON.stringify({ x: "a".repeat(megabytes * 1024 * 1024) });
  const cases = [
    ...["", "{", "{]", "nul", "{'a':1}", "\0", sound.slice(0, -1), `${sound}x`].map((text) => raw(`malformed: ${text}`, text)),
    ...["null", "[]", "7", '"text"', "true", "[{}]"].map((text) => raw(`no object: ${text}`, text)),
    raw("30 000 open brackets", "[".repeat(30_000)),
    raw("30 000 nested lists", "[".repeat(30_000) + "]".repeat(30_000)),
    raw("too many open brackets", "[".repeat(megabytes * megabytes * 250_000), 413),
    raw("too many bytes", big, 413),
    raw("too many bytes in chunks", new Blob([big]).stream(), 413),
    raw("nesting in an unknown field", `{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, 400, "x"),
    raw("invalid UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
    raw("a form", new URLSearchParams({ a: "b" }), 415, "content-type", {}),
    raw("plain text", sound, 415, "content-type", { "content-type": "text/plain" }),
    raw("another charset", sound, 415, "content-type", { "content-type": "application/json; charset=utf-16" }),
    raw("nothing said of its type", new Blob([sound]).stream(), 415, "content-type", {}),
    ...["__proto__", "constructor", "prototype", "toString", "is_admin"].map((key) =>
      raw(`a field named ${key}`, `{"${key}":{"polluted":true},${sound.slice(1)}`, 400, key),
    ),
  ];
  for (const [name] of fields) {
    for (const [what, value] of Object.entries(BAD_VALUES)) {
      if (GOOD_FOR[name]?.includes(what) || GOOD_FOR[`${operation.operation.operationId}.${name}`]?.includes(what)) continue;
      cases.push(spoil(operation, `${name}: ${what}`, name, (call) => (call.body = { ...(call.body as object), [name]: value })));
    }
  }
  return cases;
}

async function complaint({ operation, address, init, status, field }: Case): Promise<string | null> {
  const answer: Answer<ErrorBody> = await admin.send(operation.method.toUpperCase(), address, init);
  const { details } = answer.body ?? {};
  if (answer.status !== status) return `answered ${answer.status}: ${answer.text.slice(0, 200)}`;
  if (Object.keys(answer.body).some((key) => !["code", "message", "details"].includes(key)))
    return `has another shape: ${answer.text}`;
  // A field with parts may be named by the part that is wrong.
  if (!details?.some((detail) => (detail.field === field || detail.field.startsWith(`${field}.`)) && detail.rule !== ""))
    return `doesn’t name ${field}: ${answer.text.slice(0, 200)}`;
  if (/\b(select|insert|syntax error|pg_|node_modules|\bat .*:\d+)/i.test(answer.text)) return `reveals too much: ${answer.text}`;
  return null;
}

test("every operation refuses every kind of bad input, naming field and rule", async () => {
  const cases = operations.flatMap((operation) => [
    ...queryCases(operation),
    ...pathCases(operation),
    ...headerCases(operation),
    ...bodyCases(operation),
  ]);
  const complaints: string[] = [];
  for (const one of cases) {
    const said = await complaint(one);
    if (said) complaints.push(`${one.operation.method} ${one.operation.path}, ${one.what}: ${said}`);
  }
  expect(complaints).toEqual([]);
  expect(cases.length).toBeGreaterThan(400);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  // Thousands of requests, one after the other.
}, 240_000);

test("the valid requests that the cases are made from are accepted, or refused for a missing or foreign thing", async () => {
  for (const operation of operations) {
    const call = soundCall(operation);
    // Another user each time: one of the operations deletes them.
    const role = operation.path.startsWith("/api/admin/") ? "admin" : "user";
    const { user, actor } = await signedInUser(app, { role });
    const { password } = (call.body ?? {}) as { password?: string };
    if (password) await storePassword(app.context, user.id, await hashPassword(password));
    const init = {
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      headers: { ...JSON_TYPE, ...call.headers },
    };
    const { status, text } = await actor.send(call.method, addressOf(operation.path, call), init);
    const expected = REFUSED_ALL_THE_SAME[operation.operation.operationId ?? ""] ?? [200, 201, 202, 204, 404];
    expect(expected, `${call.method} ${operation.path}: ${text}`).toContain(status);
  }
});

test("unknown ids are 404 or empty, never a server error", async () => {
  const reader = app.actors.reader("a".repeat(32));
  const id = "00000000-0000-0000-0000-000000000000";
  for (const answer of [await reader.patch(`/api/likes/${id}`, { is_liked: true }), await reader.delete(`/api/likes/${id}`)]) {
    expect([answer.status, answer.body]).toEqual([404, { code: "PGRST116", message: "Like not found" }]);
  }
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID()).join(",");
  const tooMany = await reader.get<ErrorBody>(`/api/likes/stats?ids=${ids}`);
  expect([tooMany.status, tooMany.body.details]).toEqual([400, [{ field: "ids", rule: "must have at most 100 ids" }]]);
});

test("a known path names its methods; an unknown one is 404", async () => {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const address = path.replace(/\{\w+\}/, "some-thing");
    const taken = operations.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());
    const allowed = new Set(["OPTIONS", ...taken, ...(taken.includes("GET") ? ["HEAD"] : [])]);
    for (const method of ["PROPFIND", ...["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !allowed.has(one))]) {
      const answer = await admin.send<ErrorBody>(method, address);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 405, "method_not_allowed"]);
      expect(new Set(answer.headers.get("allow")?.split(", "))).toEqual(allowed);
    }
    const options = await admin.send("OPTIONS", address);
    expect([options.status, new Set(options.headers.get("allow")?.split(", "))]).toEqual([204, allowed]);
  }
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/posts/a/b",
    "/api/likes/a/b/c",
    "/api/admin/nothing",
    "/api/account/nothing",
  ]) {
    const answer = await admin.get<ErrorBody>(path);
    expect([path, answer.status, answer.body?.code]).toEqual([path, 404, "not_found"]);
  }
});

test("HEAD answers like GET, without a body", async () => {
  const [head, get] = [await app.actors.anonymous.send("HEAD", "/api/posts"), await app.actors.anonymous.get("/api/posts")];
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(get.text)));
});
