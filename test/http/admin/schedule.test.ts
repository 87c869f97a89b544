import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startScheduler } from "../../../app/boot/start-scheduler.ts";
import type { Context } from "../../../app/domain/context.ts";
import type { AdminPost, AdminPostPage } from "../../../app/domain/posts/post-shapes.ts";
import { carryOutPlans, type PlansOf } from "../../../app/domain/posts/schedule/carry-out-plans.ts";
import type { Calendar, Plan } from "../../../app/domain/posts/schedule/schedule.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { connectDatabase } from "../../../app/platform/database/connect.ts";
import type { DB } from "../../../db/schema.gen.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signIn } from "../../app/signed-in.ts";
import { buildCategory, buildClock, buildPost, buildUser } from "../../builders.ts";
import { silent } from "../../platform/test-postgres.ts";

const MINUTE = 60_000;
const CONTENT = "<p>Write one line in the morning and one at night, and look at them on Sunday.</p>";

const clock = buildClock();
let app: TestApp;
let admin: Actor;
let userId: string;
let category_id: string;
/** A second instance of the product on the same database. */
let second: { ctx: Context; close(): Promise<void> };
beforeAll(async () => {
  app = await createTestApp({ clock });
  userId = (await buildUser(app.context.db, { role: "admin", email_confirmed_at: new Date() })).id;
  category_id = (await buildCategory(app.context.db)).id;
  const { db, close } = connectDatabase<DB>(app.database.config, { log: silent });
  second = { ctx: { ...app.context, db }, close };
});
// An access token lasts an hour, and the tests move the clock.
beforeEach(async () => {
  admin = (await signIn(app, userId)).actor;
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const of = (): PlansOf => ({
  site: app.settings.site(),
  settings: { enableNotifications: true, adminEmail: "ada@blog.example" },
  editPath: (id) => `/admin/posts/edit/${id}`,
});
const draft = (values: object = {}) =>
  buildPost(app.context.db, { status: "draft", published_at: null, category_id, content: CONTENT, ...values });
const at = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE).toISOString();
const plan = (id: string, minutes: number, values: object = {}) =>
  admin.put<Plan & ErrorBody>(`/api/admin/posts/${id}/schedule`, { kind: "publish", at: at(minutes), ...values });
const planned = async (id: string) => (await admin.get<AdminPost>(`/api/admin/posts/${id}`)).body.planned;
const stage = async (id: string, values: object) => {
  const { body: post } = await admin.get<AdminPost>(`/api/admin/posts/${id}`);
  const { title, slug, description, excerpt, content, content_format, status, featured } = post;
  const form = { title, slug, description, excerpt, content, content_format, status, featured, category_id, tags: [] };
  const writing = { ...form, featured_image: null, featured_image_alt: "", ...values };
  return (await admin.put(`/api/admin/posts/${id}/edit`, { writing, version: 0, base_version: post.version })).status;
};
const publicly = (slug: string) => app.actors.anonymous.get<{ title: string; published_at: string }>(`/api/posts/${slug}`);
const actions = async (id: string) => {
  const query = app.context.db.selectFrom("audit_log").select("action").where("entity_id", "=", id);
  return (await query.orderBy("id").execute()).map(({ action }) => action);
};
const both = async () => {
  const counts = await Promise.all([carryOutPlans(app.context, of()), carryOutPlans(second.ctx, of())]);
  return counts.reduce((sum, count) => sum + count);
};

describe("a scheduled publication", () => {
  test("happens at its time, once, by one of two instances, and has the scheduled date", async () => {
    const posts = [await draft(), await draft(), await draft()];
    const times = await Promise.all(posts.map(async ({ id }) => (await plan(id, 30)).body.at));
    clock.forward(29 * MINUTE);
    expect(await both()).toBe(0);
    for (const { slug } of posts) expect((await publicly(slug)).status).toBe(404);
    clock.forward(MINUTE + 400);
    expect(await both()).toBe(3);
    expect(await both()).toBe(0);
    for (const [index, { id, slug }] of posts.entries()) {
      expect((await publicly(slug)).body.published_at).toBe(times[index]);
      expect(await actions(id)).toEqual(["scheduled", "published"]);
    }
    const { body } = await admin.get<AdminPost>(`/api/admin/posts/${posts[0]?.id}`);
    expect([body.status, body.planned]).toEqual(["published", null]);
  });

  test("that became due while nothing ran happens at the next start", async () => {
    const { id, slug } = await draft();
    const { body } = await plan(id, 5);
    const stop = startScheduler(app.context, { of, everyMs: MINUTE });
    await stop();
    expect((await publicly(slug)).status).toBe(404);
    clock.forward(40 * MINUTE);
    const stopSecond = startScheduler(second.ctx, { of, everyMs: MINUTE });
    await stopSecond();
    expect((await publicly(slug)).body.published_at).toBe(body.at);
    expect(await actions(id)).toEqual(["scheduled", "published"]);
  });

  test("is looked for repeatedly while an instance runs", async () => {
    const { id, slug } = await draft();
    const stop = startScheduler(app.context, { of, everyMs: 20 });
    await plan(id, 5);
    clock.forward(5 * MINUTE);
    await expect.poll(async () => (await publicly(slug)).status).toBe(200);
    await stop();
  });

  test("can be moved and cancelled, and ends when the post is published by hand", async () => {
    const { id, slug } = await draft();
    await plan(id, 10);
    expect((await plan(id, 20)).body.at).toBe(at(20));
    const list = (await admin.get<AdminPostPage>(`/api/admin/posts?search=${slug}`)).body.items;
    expect(list[0]?.planned).toEqual({ kind: "publish", at: at(20), failure: null });
    clock.forward(15 * MINUTE);
    expect(await both()).toBe(0);
    expect((await admin.delete(`/api/admin/posts/${id}/schedule`)).status).toBe(204);
    expect((await admin.delete(`/api/admin/posts/${id}/schedule`)).status).toBe(404);
    await plan(id, 1);
    await admin.post("/api/admin/posts/bulk", { ids: [id], action: "publish" });
    expect(await planned(id)).toBeNull();
    expect(await actions(id)).toEqual(["scheduled", "rescheduled", "unscheduled", "scheduled", "published"]);
  });

  test("follows the rules of Publish, with a time in the next five years", async () => {
    const { id } = await draft();
    const refused = async (minutes: number, values: object = {}) => {
      const { status, body } = await plan(id, minutes, values);
      return [status, ...(body.details ?? []).map(({ field, rule }) => `${field}: ${rule}`)];
    };
    const rule = "at: must be a time within the next 5 years";
    expect(await refused(0)).toEqual([400, rule]);
    expect(await refused(-1)).toEqual([400, rule]);
    expect(await refused(5 * 366 * 24 * 60)).toEqual([400, rule]);
    expect((await refused(1, { at: "tomorrow" }))[1]).toMatch(/^at: /);
    expect(await refused(1, { kind: "update" })).toEqual([400, "kind: must be publish for a draft"]);
    await admin.patch(`/api/admin/posts/${id}`, { version: 1, content: "Short", category_id: null });
    expect(await refused(5)).toEqual([
      400,
      "content: Content must be at least 50 characters",
      "category_id: Category is required",
    ]);
    expect((await plan(crypto.randomUUID(), 5)).status).toBe(404);
  });

  test("that fails is stored and reported to the admin, and delays no other", async () => {
    const [broken, fine] = [await draft({ title: "Broken by then" }), await draft()];
    await plan(broken.id, 5);
    await plan(fine.id, 6);
    await app.context.db.updateTable("posts").set({ content: "Short" }).where("id", "=", broken.id).execute();
    clock.forward(10 * MINUTE);
    expect(await both()).toBe(1);
    expect((await publicly(fine.slug)).status).toBe(200);
    expect((await planned(broken.id))?.failure).toBe("The post can’t be published: Content must be at least 50 characters");
    const notices = await app.context.db.selectFrom("admin_notices").select(["title", "path"]).execute();
    expect(notices).toEqual([
      { title: "“Broken by then” could not be published as planned", path: `/admin/posts/edit/${broken.id}` },
    ]);
    expect(await both()).toBe(0);
    await app.context.db.updateTable("posts").set({ content: CONTENT }).where("id", "=", broken.id).execute();
    await plan(broken.id, 1);
    clock.forward(MINUTE);
    expect(await both()).toBe(1);
  });
});

describe("a scheduled update", () => {
  test("publishes the staged edit, along with what others have saved in the meantime", async () => {
    const post = await buildPost(app.context.db, { category_id });
    await stage(post.id, { title: "Said anew", content: CONTENT });
    expect((await plan(post.id, 5)).body.details?.[0]?.rule).toBe("must be update for a published post");
    const { body } = await plan(post.id, 5, { kind: "update" });
    await admin.patch(`/api/admin/posts/${post.id}`, { version: 1, excerpt: "Meanwhile" });
    expect((await publicly(post.slug)).body.title).toBe(post.title);
    clock.forward(5 * MINUTE);
    expect(await both()).toBe(1);
    const now = (await publicly(post.slug)).body;
    expect(now).toMatchObject({ title: "Said anew", excerpt: "Meanwhile", published_at: body.at });
    expect((await admin.get(`/api/admin/posts/${post.id}/edit`)).status).toBe(404);
  });

  test("keeps the post's date if requested", async () => {
    const post = await buildPost(app.context.db, { category_id });
    await stage(post.id, { title: "A typo less" });
    await plan(post.id, 5, { kind: "update", keep_published_at: true });
    clock.forward(5 * MINUTE);
    expect(await both()).toBe(1);
    expect((await publicly(post.slug)).body).toMatchObject({
      title: "A typo less",
      published_at: post.published_at?.toISOString(),
    });
  });

  test("needs changes that can be saved, ends with them, and never overwrites what was saved since", async () => {
    const post = await buildPost(app.context.db, { category_id });
    expect((await plan(post.id, 5, { kind: "update" })).status).toBe(400);
    await stage(post.id, { title: " " });
    expect((await plan(post.id, 5, { kind: "update" })).body.details).toEqual([{ field: "title", rule: "Title is required" }]);
    await admin.delete(`/api/admin/posts/${post.id}/edit?version=1`);
    await stage(post.id, { title: "Mine" });
    await plan(post.id, 5, { kind: "update" });
    await admin.patch(`/api/admin/posts/${post.id}`, { version: 1, title: "Theirs" });
    clock.forward(5 * MINUTE);
    expect(await both()).toBe(0);
    expect((await publicly(post.slug)).body.title).toBe("Theirs");
    expect((await planned(post.id))?.failure).toMatch(/^Someone else has since saved/);
    await admin.delete(`/api/admin/posts/${post.id}/edit?version=1`);
    expect(await planned(post.id)).toBeNull();
  });
});

test("the calendar has published posts, scheduled ones, and drafts without a date, by the site's days", async () => {
  const [planned, idle] = [await draft({ title: "Planned" }), await draft({ title: "Idle" })];
  await app.context.db.deleteFrom("post_schedules").execute();
  await plan(planned.id, 0, { at: "2026-03-01T02:00:00Z" });
  await buildPost(app.context.db, { title: "Long ago", published_at: new Date("2026-02-27T12:00:00Z") });
  const read = async (query: string) => (await admin.get<Calendar & ErrorBody>(`/api/admin/calendar?${query}`)).body;
  const body = await read("from=2026-02-26&to=2026-03-01");
  expect(body.entries.map(({ title, kind, day }) => [title, kind, day])).toEqual([
    ["Long ago", "published", "2026-02-27"],
    ["Planned", "publish", "2026-03-01"],
  ]);
  expect(body.drafts.items.map(({ id }) => id)).toContain(idle.id);
  expect(body.drafts.items.map(({ id }) => id)).not.toContain(planned.id);
  expect((await read("from=2026-03-01&to=2026-02-01")).details?.[0]?.field).toBe("to");
  expect((await read("from=2026-01-01&to=2026-12-31")).details?.[0]?.field).toBe("to");
  expect((await read("from=2026-02-30&to=2026-03-01")).details?.[0]?.field).toBe("from");
});
