import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../../app/domain/auth/passwords.ts";
import type { ApiTokenPage, MadeToken } from "../../../app/domain/tokens/token.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createActor } from "../../app/actors.ts";
import { buildToken } from "../../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const PATH = "/api/admin/tokens";
const notes = { name: "Notes of the laptop", scopes: ["posts:write", "posts:read"], expires_at: null };

const withToken = (token: string) => createActor(app.fetch, { headers: { authorization: `Bearer ${token}` } });
const newAuthor = () => signedInUser(app, { grants: ["author"], full_name: "Grace" });
const olderThan = (minutes: number, userId: string) =>
  sql`update auth_sessions set created_at = created_at - make_interval(mins => ${minutes}) where user_id = ${userId}`.execute(
    app.context.db,
  );

test("a token is shown once, and only its hash is stored", async () => {
  const { user, actor } = await newAuthor();
  const { status, body } = await actor.post<MadeToken>(PATH, { ...notes, expires_at: "2099-05-06T07:08:09+02:00" });
  expect(status).toBe(201);
  expect(body.token).toMatch(/^sky_[0-9A-Za-z]{43}$/);
  expect(body.item).toEqual({
    id: expect.any(String),
    name: "Notes of the laptop",
    owner: { id: user.id, full_name: "Grace", email: null },
    scopes: ["posts:read", "posts:write"],
    ending: body.token.slice(-4),
    created_at: expect.any(String),
    expires_at: "2099-05-06T05:08:09.000Z",
    last_used_at: null,
    last_used_from: null,
    mails_publishing: true,
  });
  expect((await withToken(body.token).get("/api/admin/posts")).status).toBe(200);
  const { rows } = await sql<{ row: string }>`select t::text as row from api_tokens t where id = ${body.item.id}`.execute(
    app.context.db,
  );
  expect(rows[0]?.row).not.toContain(body.token.slice(4, 12));
  const log = await app.context.db.selectFrom("audit_log").selectAll().where("entity_id", "=", body.item.id).execute();
  expect(log.map(({ action, label }) => [action, label])).toEqual([["created", "Notes of the laptop"]]);
  expect(JSON.stringify(log)).not.toContain(body.token.slice(4, 12));
});

test("everybody sees and revokes their own tokens, and admins those of all", async () => {
  const [grace, ida, admin] = [await newAuthor(), await newAuthor(), await signedInUser(app, { role: "admin" })];
  const made = (await grace.actor.post<MadeToken>(PATH, notes)).body;
  const idsFor = async ({ actor }: typeof grace) => (await actor.get<ApiTokenPage>(PATH)).body.items.map(({ id }) => id);
  expect(await idsFor(grace)).toEqual([made.item.id]);
  expect(await idsFor(ida)).toEqual([]);
  expect(await idsFor(admin)).toContain(made.item.id);
  expect((await ida.actor.delete(`${PATH}/${made.item.id}`)).status).toBe(404);
  expect((await withToken(made.token).get("/api/admin/posts")).status).toBe(200);
  expect((await admin.actor.delete(`${PATH}/${made.item.id}`)).status).toBe(204);
  const refused = await withToken(made.token).get<ErrorBody>("/api/admin/posts");
  expect([refused.status, refused.body.code]).toEqual([401, "bad_token"]);
  expect((await admin.actor.delete(`${PATH}/${made.item.id}`)).status).toBe(404);
  const { before, ...entry } = await app.context.db
    .selectFrom("audit_log")
    .select(["action", "label", "actor_email", "before"])
    .where("entity_id", "=", made.item.id)
    .where("action", "=", "revoked")
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({ action: "revoked", label: notes.name, actor_email: admin.user.email });
  expect(before).toMatchObject({ owner: grace.user.email });
});

test("some time after the sign-in, a token needs the password", async () => {
  const { user, actor } = await newAuthor();
  await storePassword(app.context, user.id, await hashPassword("larks over the field"));
  await olderThan(16, user.id);
  const code = async (given: object) => {
    const { status, body } = await actor.post<ErrorBody>(PATH, { ...notes, ...given });
    return [status, body.code];
  };
  expect(await code({})).toEqual([400, "reauthentication_needed"]);
  expect(await code({ current_password: "sparrows" })).toEqual([400, "invalid_credentials"]);
  expect((await actor.get<ApiTokenPage>(PATH)).body.total).toBe(0);
  expect(await code({ current_password: "larks over the field" })).toEqual([201, undefined]);
});

test("whether the session had the second step is kept with the token", async () => {
  const hasCode = async (id: string) =>
    (await app.context.db.selectFrom("api_tokens").select("has_code").where("id", "=", id).executeTakeFirstOrThrow()).has_code;
  const { user, actor } = await newAuthor();
  expect(await hasCode((await actor.post<MadeToken>(PATH, notes)).body.item.id)).toBe(false);
  await app.context.db.updateTable("auth_sessions").set({ factor_at: new Date() }).where("user_id", "=", user.id).execute();
  expect(await hasCode((await actor.post<MadeToken>(PATH, notes)).body.item.id)).toBe(true);
});

test.each([
  ["scopes", { scopes: ["posts:read", "users:write"] }],
  ["scopes", { scopes: [] }],
  ["expires_at", { expires_at: "2020-01-01T00:00:00Z" }],
  ["expires_at", { expires_at: "tomorrow" }],
  ["expires_at", { expires_at: undefined }],
  ["name", { name: " \u200b" }],
  ["name", { name: "n".repeat(101) }],
])("a wrong %s is refused by name: %j", async (field, wrong) => {
  const { actor } = await newAuthor();
  const { status, body } = await actor.post<ErrorBody>(PATH, { ...notes, ...wrong });
  expect(status).toBe(400);
  expect(body.details?.map((one) => one.field.split(".")[0])).toEqual([field]);
});

test("a user has at most 50 tokens", async () => {
  const { user, actor } = await newAuthor();
  for (let n = 0; n < 49; n++) await buildToken(app, user.id);
  const statuses = await Promise.all([1, 2].map(async () => (await actor.post(PATH, notes)).status));
  expect(statuses.sort()).toEqual([201, 409]);
});

test("no token makes, lists or revokes tokens, and readers have none", async () => {
  const { user } = await signedInUser(app, { role: "admin" });
  const { actor, id } = await buildToken(app, user.id);
  const answers = [
    await actor.get<ErrorBody>(PATH),
    await actor.post<ErrorBody>(PATH, notes),
    await actor.delete<ErrorBody>(`${PATH}/${id}`),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, "token_refused"]);
  const { actor: reader } = await signedInUser(app);
  expect((await reader.post<ErrorBody>(PATH, notes)).status).toBe(403);
});

test("the export of an account has its tokens, without their secret", async () => {
  const { actor } = await newAuthor();
  const { token } = (await actor.post<MadeToken>(PATH, notes)).body;
  const { body, text } = await actor.get<{ api_tokens: object[] }>("/api/account/export");
  expect(body.api_tokens).toMatchObject([{ name: notes.name, scopes: ["posts:read", "posts:write"], ending: token.slice(-4) }]);
  expect(text).not.toContain(token.slice(4, 20));
});
