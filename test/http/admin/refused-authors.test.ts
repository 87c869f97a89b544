import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createActor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const said = ({ status, body }: { status: number; body: ErrorBody }) => [status, body.code, body.message];
const withToken = (token: string) => createActor(app.fetch, { headers: { authorization: `Bearer ${token}` } });
const ENDED = "Your session has ended. Please sign in again.";

test("creating a post says why its author could not be determined", async () => {
  const create = async (actor = app.actors.anonymous) => said(await actor.post<ErrorBody>("/api/admin/posts", { title: "Dawn" }));
  expect(await create()).toEqual([401, "no_authorization", "User not authenticated"]);
  expect(await create(withToken("no.token.atall"))).toEqual([401, "bad_jwt", `Authentication error: ${ENDED}`]);
  await signedInUser(app, { role: "admin" });
  const { actor, user } = await signedInUser(app, { role: "admin" });
  const { db } = app.context;
  await db.updateTable("users").set({ is_active: false }).where("id", "=", user.id).execute();
  expect(await create(actor)).toEqual([401, "user_banned", "Authentication error: This account has been deactivated"]);
  await db.updateTable("users").set({ is_active: true }).where("id", "=", user.id).execute();
  await db.updateTable("auth_sessions").set({ ended_at: new Date() }).where("user_id", "=", user.id).execute();
  expect(await create(actor)).toEqual([401, "session_not_found", `Authentication error: ${ENDED}`]);
});

test("creating a post says so when the author's role can't be looked up", async () => {
  const { actor } = await signedInUser(app, { role: "admin" });
  const { db } = app.context;
  await sql`alter table auth_sessions rename to auth_sessions_away`.execute(db);
  try {
    const [status, code, message] = said(await actor.post<ErrorBody>("/api/admin/posts", { title: "Dawn" }));
    expect([status, code]).toEqual([500, "unexpected"]);
    expect(message).toMatch(/^Role check failed: Something went wrong on our end\./);
    expect((await actor.get<ErrorBody>("/api/admin/posts")).body.message).toMatch(/^Something went wrong/);
  } finally {
    await sql`alter table auth_sessions_away rename to auth_sessions`.execute(db);
  }
});

test("no other operation passes on the auth service's own words", async () => {
  for (const path of ["/api/admin/posts", "/api/account"]) {
    expect(said(await app.actors.anonymous.get<ErrorBody>(path))).toEqual([401, "no_authorization", "Please sign in."]);
    expect(said(await withToken("no.token.atall").get<ErrorBody>(path))).toEqual([401, "bad_jwt", ENDED]);
    const { actor, user } = await signedInUser(app, { role: "admin" });
    await app.context.db.updateTable("auth_sessions").set({ ended_at: new Date() }).where("user_id", "=", user.id).execute();
    expect(said(await actor.get<ErrorBody>(path))).toEqual([401, "session_not_found", ENDED]);
  }
});
