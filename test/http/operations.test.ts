import type { ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../app/domain/auth/passwords.ts";
import { signedInUser } from "../app/signed-in.ts";
import { createFixture, type Fixture } from "./operation-fixture.ts";
import type { Input, Row } from "./operation-row.ts";
import { OPERATIONS } from "./operation-table.ts";
import { addressOf, findOperation, operationsOf, soundCall } from "./operations.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const named = (schema: SchemaObject | ReferenceObject): SchemaObject =>
  "$ref" in schema && schema.$ref
    ? (fixture.document.components?.schemas?.[schema.$ref.replace("#/components/schemas/", "")] as SchemaObject)
    : (schema as SchemaObject);

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

/** Where `value` differs from `schema`: types, missing keys or additional keys. */
function differences(schema: SchemaObject | ReferenceObject, value: unknown, where: string): string[] {
  const is = named(schema);
  const choices = is.anyOf ?? is.oneOf;
  if (choices) {
    const tried = choices.map((choice) => differences(choice, value, where));
    return tried.find((found) => found.length === 0) ?? tried.flat();
  }
  if (is.allOf) return differences(merged(is.allOf), value, where);
  const types = [is.type ?? []].flat().map((type) => (type === "integer" ? "number" : type));
  if (types.length > 0 && !types.includes(kindOf(value) as "string")) return [`${where} is ${kindOf(value)}, not ${types}`];
  if (Array.isArray(value)) return value.flatMap((one, index) => differences(is.items ?? {}, one, `${where}[${index}]`));
  if (kindOf(value) !== "object") return [];
  return Object.entries(value as object)
    .flatMap(([key, of]) => {
      const property =
        is.properties?.[key] ?? (typeof is.additionalProperties === "object" ? is.additionalProperties : undefined);
      return property ? differences(property, of, `${where}.${key}`) : [`${where}.${key} is not described`];
    })
    .concat((is.required ?? []).filter((key) => !(key in (value as object))).map((key) => `${where}.${key} is missing`));
}

const merged = (parts: (SchemaObject | ReferenceObject)[]): SchemaObject => ({
  type: "object",
  properties: Object.assign(
    {},
    ...parts.map((part) => (named(part).allOf ? merged(named(part).allOf ?? []) : named(part)).properties),
  ),
  required: parts.flatMap((part) => named(part).required ?? []),
});

/** The schema of an answer; undefined if it isn't JSON. */
const described = (operationId: string, status: number): SchemaObject | undefined =>
  findOperation(fixture.document, operationId).operation.responses?.[status]?.content?.["application/json"]?.schema;

/** The auth service's responses to a user who signs up, signs in, reads their data and changes their name. */
async function authAnswers() {
  const { app } = fixture;
  const { anonymous } = app.actors;
  const credentials = { email: "ida@blog.test", password: "larks over the field" };
  const { user, actor } = await signedInUser(app, { email: credentials.email, full_name: "Ida" });
  await storePassword(app.context, user.id, await hashPassword(credentials.password));
  return [
    ["signUp", await anonymous.post("/auth/v1/signup", { ...credentials, email: "eve@blog.test" })],
    ["createSession", await anonymous.post("/auth/v1/token?grant_type=password", credentials)],
    ["sendSignInMail", await anonymous.post("/auth/v1/otp", { email: "ida@blog.test" })],
    ["sendRecoveryMail", await anonymous.post("/auth/v1/recover", { email: "ida@blog.test" })],
    ["resendMail", await anonymous.post("/auth/v1/resend", { type: "signup", email: "ida@blog.test" })],
    ["readAuthUser", await actor.get("/auth/v1/user")],
    ["updateAuthUser", await actor.put("/auth/v1/user", { data: { full_name: "Ida Lark" } })],
    ["readAuthSettings", await anonymous.get("/auth/v1/settings")],
    ["readAuthHealth", await anonymous.get("/auth/v1/health")],
    ["listKeys", await anonymous.get("/auth/v1/.well-known/jwks.json")],
  ] as const;
}

test("refusals of the auth service have the shape, the status and the code that the document has", async () => {
  const version = { "x-supabase-api-version": "2024-01-01" };
  const { anonymous } = fixture.app.actors;
  const refused = [
    ["signUp", await anonymous.post("/auth/v1/signup", { email: "eve@blog.test", password: "lark" }, version)],
    ["signUp", await anonymous.post("/auth/v1/signup", { password: "larks over the field" }, version)],
    [
      "createSession",
      await anonymous.post("/auth/v1/token?grant_type=password", { email: "no@blog.test", password: "x" }, version),
    ],
    ["createSession", await anonymous.post("/auth/v1/token?grant_type=refresh_token", { refresh_token: "none" }, version)],
    ["sendSignInMail", await anonymous.post("/auth/v1/otp", { phone: "123" }, version)],
    ["verifyOneTime", await anonymous.post("/auth/v1/verify", { type: "email", token_hash: "a" }, version)],
  ] as const;
  for (const [operationId, { status, body }] of refused) {
    expect([400, 403, 422]).toContain(status);
    expect(differences(described(operationId, status) ?? {}, body, operationId)).toEqual([]);
    const { operation } = findOperation(fixture.document, operationId);
    expect(operation.responses?.[status].description).toContain(`\`${(body as { code: string }).code}\``);
  }
});

const rows = Object.entries(OPERATIONS);
const reads = rows.filter(([, { at }]) => at.startsWith("get "));
const writes = rows.filter(([, { at }]) => !at.startsWith("get "));
const isOpen = (who: Row["who"]) => who === "everyone" || who === "users";
const audited = writes.flatMap(([name, { who }]) => (isOpen(who) ? [] : [name]));

/** Calls an operation as somebody who may. */
async function perform(operationId: string, { as, id, path, query, body, file }: Input) {
  const { admin, reader, visitor } = fixture;
  const { who = "everyone" } = OPERATIONS[operationId] ?? {};
  const actor = as ?? (who === "everyone" ? visitor : who === "users" ? reader : admin);
  const operation = findOperation(fixture.document, operationId);
  const call = soundCall(operation);
  Object.assign(call.path, id && { id }, path);
  if (query) call.query = query;
  const json = body ?? call.body;
  const type = file ? "application/octet-stream" : "application/json";
  const sent = file ? new Uint8Array(file) : json === undefined ? undefined : JSON.stringify(json);
  return actor.send(
    call.method,
    addressOf(operation.path, call),
    sent === undefined ? {} : { body: sent, headers: { "content-type": type } },
  );
}

const lastEntry = async () =>
  (await fixture.db.selectFrom("audit_log").select("id").orderBy("id", "desc").limit(1).executeTakeFirst())?.id ?? 0;

// Reads come first, while everything is there.
test.each([...reads, ...writes])(
  "%s answers as described, and leaves its entries in the activity log",
  async (operationId, row) => {
    const { leaves, call, status: expected } = row;
    const input = (await call?.(fixture)) ?? {};
    const last = await lastEntry();
    const { status, body, text } = await perform(operationId, input);
    expect(expected ? [expected] : [200, 201, 202, 204], text).toContain(status);
    const schema = described(operationId, status);
    if (schema && !expected) expect(differences(schema, body, operationId)).toEqual([]);
    if (!leaves) return;
    const entries = await fixture.db.selectFrom("audit_log").selectAll().where("id", ">", last).orderBy("id").execute();
    expect(entries.map(({ entity, action }) => `${entity} ${action}`)).toEqual(leaves);
    for (const entry of entries) {
      expect(entry.actor_id).not.toBeNull();
      expect(entry.label).not.toBe("");
    }
  },
);

test("a search answers as described", async () => {
  const { body } = await perform("listPosts", { query: { search: "lark" } });
  expect(differences(described("listPosts", 200) ?? {}, body, "listPosts")).toEqual([]);
});

test.each(audited)("%s leaves nothing in the activity log when it is refused", async (operationId) => {
  const last = await lastEntry();
  const operation = findOperation(fixture.document, operationId);
  const call = soundCall(operation);
  expect((await fixture.reader.send(call.method, addressOf(operation.path, call))).status).toBe(403);
  expect(await lastEntry()).toBe(last);
});

test("every write of the back office says what it leaves in the activity log", () => {
  expect(rows.flatMap(([name, { leaves }]) => (leaves ? [name] : [])).sort()).toEqual(audited.sort());
});

test("the auth service answers as described", async () => {
  for (const [operationId, { status, body, text }] of await authAnswers()) {
    expect([200, 201, 202], text).toContain(status);
    expect(differences(described(operationId, status) ?? {}, body, operationId)).toEqual([]);
  }
});

test("the examples of the document match its shapes", () => {
  for (const { operation } of operationsOf(fixture.document)) {
    for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
      const json = content?.["application/json"];
      if (json) expect(differences(json.schema, json.example, `${operation.operationId} ${status}`)).toEqual([]);
    }
  }
});
