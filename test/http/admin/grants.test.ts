import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

const give = (actor: Actor, id: string, grants: unknown) =>
  actor.put<AdminUser & ErrorBody>(`/api/admin/users/${id}/grants`, { grants });

const entriesAbout = (id: string) =>
  app.context.db
    .selectFrom("audit_log")
    .select(["action", "before", "after", "actor_email"])
    .where("entity_id", "=", id)
    .orderBy("id")
    .execute();

const rowsOf = (id: string) =>
  app.context.db
    .selectFrom("grants")
    .select(["grant", "given_by", "given_at"])
    .where("user_id", "=", id)
    .orderBy("grant")
    .execute();

describe("giving and taking grants", () => {
  it.each([
    ["one that doesn't exist", ["author", "owner"], "grants.1"],
    ["one named twice", ["author", "author"], "grants"],
    ["all and one of them again", ["author", "contributor", "editor", "moderator", "author"], "grants"],
    ["a role", ["admin"], "grants.0"],
    ["text", "author", "grants"],
    ["null", null, "grants"],
  ])("refuses %s, naming the field, and changes nothing", async (_, grants, field) => {
    const { user } = await signedInUser(app, { grants: ["moderator"] });
    const { status, body } = await give(admin, user.id, grants);
    expect([status, body.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect((await rowsOf(user.id)).map(({ grant }) => grant)).toEqual(["moderator"]);
    expect(await entriesAbout(user.id)).toEqual([]);
  });

  it("is for admins alone, also of one's own", async () => {
    const { user, actor } = await signedInUser(app, { grants: ["contributor", "author", "editor", "moderator"] });
    expect((await give(actor, user.id, ["author"])).status).toBe(403);
    expect(await rowsOf(user.id)).toHaveLength(4);
  });

  it("says so where there is no such user", async () => {
    expect((await give(admin, crypto.randomUUID(), ["author"])).status).toBe(404);
  });

  it("replaces all grants, keeps the date of those that stay, leaves the role, and is in the activity log", async () => {
    const { user: giver, actor } = await signedInUser(app, { role: "admin" });
    const { user, actor: own } = await signedInUser(app);
    const first = await give(actor, user.id, ["moderator", "author"]);
    expect([first.status, first.body.grants, first.body.role]).toEqual([200, ["author", "moderator"], "user"]);
    const [before] = await rowsOf(user.id);
    expect(before).toMatchObject({ grant: "author", given_by: giver.id });
    const second = await give(admin, user.id, ["author", "editor"]);
    expect([second.status, second.body.grants]).toEqual([200, ["author", "editor"]]);
    expect((await rowsOf(user.id))[0]).toEqual(before);
    expect((await give(admin, user.id, ["editor", "author"])).status).toBe(200);
    expect(await entriesAbout(user.id)).toEqual([
      { action: "grants changed", before: { grants: [] }, after: { grants: ["author", "moderator"] }, actor_email: giver.email },
      {
        action: "grants changed",
        before: { grants: ["author", "moderator"] },
        after: { grants: ["author", "editor"] },
        actor_email: expect.any(String),
      },
    ]);
    for (const path of ["/api/account", `/api/users/${user.id}`])
      expect((await own.get<AdminUser>(path)).body).toMatchObject({ role: "user", grants: ["author", "editor"] });
  });

  it("ends in one of the sets when admins change them at once, and the log tells the way there", async () => {
    const { user } = await signedInUser(app);
    const other = (await signedInUser(app, { role: "admin" })).actor;
    const sets = [["author"], ["editor", "moderator"], [], ["contributor"]];
    await Promise.all(sets.map((grants, at) => give(at % 2 ? other : admin, user.id, grants)));
    const now = (await rowsOf(user.id)).map(({ grant }) => grant);
    expect(sets).toContainEqual(now);
    const entries = await entriesAbout(user.id);
    expect(entries.at(-1)?.after).toEqual({ grants: now });
    for (const [at, entry] of entries.entries()) expect(entry.before).toEqual(at === 0 ? { grants: [] } : entries[at - 1]?.after);
  });

  it("outlives the admin who gave them, and goes with the user", async () => {
    const { user: giver, actor } = await signedInUser(app, { role: "admin" });
    const { user } = await signedInUser(app);
    await give(actor, user.id, ["author"]);
    await admin.delete(`/api/admin/users/${giver.id}`);
    expect(await rowsOf(user.id)).toMatchObject([{ grant: "author", given_by: null }]);
    expect((await admin.delete(`/api/admin/users/${user.id}`)).status).toBe(204);
    expect(await rowsOf(user.id)).toEqual([]);
  });

  it("can begin with an invitation, all of it or nothing", async () => {
    const invite = (email: string, grants: unknown) =>
      admin.post<{ user: AdminUser } & ErrorBody>("/api/admin/users", { full_name: "Ada Lovelace", email, role: "user", grants });
    const refused = await invite("ada.twice@blog.example", ["author", "author"]);
    expect([refused.status, refused.body.details?.map(({ field }) => field)]).toEqual([400, ["grants"]]);
    const { status, body } = await invite("ada.invited@blog.example", ["moderator", "author"]);
    expect([status, body.user.grants, body.user.role]).toEqual([201, ["author", "moderator"], "user"]);
    expect(await entriesAbout(body.user.id)).toMatchObject([{ action: "invited", after: { grants: ["moderator", "author"] } }]);
    const made = app.context.db.selectFrom("users").select("email").where("full_name", "=", "Ada Lovelace");
    expect(await made.where("email", "like", "ada.%@blog.example").execute()).toEqual([{ email: "ada.invited@blog.example" }]);
  });

  it("means nothing while a user is deactivated", async () => {
    const { user, actor } = await signedInUser(app, { grants: ["editor"] });
    expect((await actor.get("/api/admin/anything")).status).toBe(404);
    await admin.patch(`/api/admin/users/${user.id}`, { is_active: false });
    expect((await actor.get("/api/admin/anything")).status).toBe(401);
  });
});
