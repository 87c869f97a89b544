import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminUser } from "../../../app/domain/users/user.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

const EMAIL = "ada@blog.test";
const signUp = (email: string, password: string) =>
  app.actors.anonymous.post("/auth/v1/signup", { email, password, data: { full_name: "Ada Byron" } });
const signIn = (email: string, password: string) =>
  app.actors.anonymous.post<ErrorBody>("/auth/v1/token?grant_type=password", { email, password });
const idOf = async (email: string) =>
  (await app.context.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
const confirm = (actor: Actor, id: string, is_confirmed: unknown = true) =>
  actor.patch<AdminUser & ErrorBody>(`/api/admin/users/${id}`, { is_confirmed });

test("an admin confirms a sign-up by hand, and its owner signs in with their own password", async () => {
  await signUp(EMAIL, "larks over the field");
  const id = await idOf(EMAIL);
  expect((await confirm(app.actors.anonymous, id)).status).toBe(401);
  expect((await confirm((await signedInUser(app)).actor, id)).status).toBe(403);
  expect((await confirm(admin, id, false)).status).toBe(400);
  expect((await confirm(admin, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
  expect((await signIn(EMAIL, "larks over the field")).status).toBe(400);

  const confirmed = await confirm(admin, id);
  expect([confirmed.status, confirmed.body.is_confirmed, confirmed.body.state]).toEqual([200, true, "active"]);
  expect((await signIn(EMAIL, "larks over the field")).status).toBe(200);
  expect((await confirm(admin, id)).status).toBe(200);
  const log = app.context.db.selectFrom("audit_log").select("action").where("entity_id", "=", id).orderBy("id");
  expect(await log.execute()).toEqual([{ action: "confirmed" }, { action: "signed in" }]);
  const links = app.context.db.selectFrom("one_time_tokens").select("id").where("user_id", "=", id);
  expect(await links.execute()).toEqual([]);
});

test("an address that two people signed up with isn't confirmed by hand, because the password may be anybody's", async () => {
  await signUp("eve@blog.test", "the first of two passwords");
  await signUp("eve@blog.test", "the second of two passwords");
  const id = await idOf("eve@blog.test");
  const refused = await confirm(admin, id);
  expect([refused.status, refused.body.code]).toEqual([409, "several_sign_ups"]);
  expect(refused.body.message).toContain("invite the address instead");
  for (const password of ["the first of two passwords", "the second of two passwords"])
    expect((await signIn("eve@blog.test", password)).status).toBe(400);
});
