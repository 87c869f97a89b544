import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPost, Post } from "../../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../../app/http/errors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildPost, buildUser } from "../../builders.ts";
import { say, setSettings, threadOf } from "../comments/comment-actions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const path = (id: string) => `/api/admin/posts/${id}/options`;
const shown = async (slug: string) => (await app.actors.anonymous.get<Post>(`/api/posts/${slug}`)).body;

test("only admins change a post's author", async () => {
  const { db } = app.context;
  const ada = await signedInUser(app, { role: "admin", full_name: "Ada" });
  const grace = await buildUser(db, { role: "admin", full_name: "Grace", bio: "Writes about compilers." });
  const post = await buildPost(db, { author_id: ada.user.id });
  const reader = await signedInUser(app);
  expect((await app.actors.anonymous.patch(path(post.id), { author_id: grace.id })).status).toBe(401);
  expect((await reader.actor.patch(path(post.id), { author_id: grace.id })).status).toBe(403);
  expect((await shown(post.slug)).author?.full_name).toBe("Ada");

  const before = (await ada.actor.get<AdminPost>(`/api/admin/posts/${post.id}`)).body;
  const changed = await ada.actor.patch<AdminPost>(path(post.id), { author_id: grace.id });
  expect([changed.status, changed.body.author?.full_name]).toEqual([200, "Grace"]);
  expect((await shown(post.slug)).author).toMatchObject({ full_name: "Grace", bio: "Writes about compilers." });
  const { version, published_at, updated_at } = changed.body;
  expect({ version, published_at, updated_at }).toEqual({
    version: before.version,
    published_at: before.published_at,
    updated_at: before.updated_at,
  });
  const noted = db.selectFrom("audit_log").select(["action", "before", "after"]).where("entity_id", "=", post.id);
  expect(await noted.executeTakeFirstOrThrow()).toEqual({
    action: "updated",
    before: { author: "Ada" },
    after: { author: "Grace" },
  });

  expect((await ada.actor.patch<AdminPost>(path(post.id), { author_id: null })).body.author).toBeNull();
});

test("only an active user who may write can be the author", async () => {
  const { db } = app.context;
  const { actor, user } = await signedInUser(app, { role: "admin", full_name: "Ada" });
  const post = await buildPost(db, { author_id: user.id });
  const others = [
    await buildUser(db),
    await buildUser(db, { role: "admin", is_active: false }),
    await buildUser(db, { role: "admin", invited_at: new Date() }),
    { id: "11111111-1111-4111-8111-111111111111" },
  ];
  for (const { id } of others) {
    const { status, body } = await actor.patch<ErrorBody>(path(post.id), { author_id: id });
    expect([status, body.details]).toEqual([400, [{ field: "author_id", rule: "Author must be an active user who may write" }]]);
  }
  expect((await shown(post.slug)).author?.full_name).toBe("Ada");
  expect((await actor.patch(path("11111111-1111-4111-8111-111111111111"), { comments_open: true })).status).toBe(404);
});

test("comments can be closed for one post: existing ones stay, new ones are refused", async () => {
  const { db } = app.context;
  await setSettings(app, { moderateComments: false });
  const admin = await signedInUser(app, { role: "admin" });
  const [closed, other] = [await buildPost(db), await buildPost(db)];
  const reader = (await signedInUser(app, { full_name: "Rea" })).actor;
  const first = await say(reader, closed.slug, "The first one");
  expect(first.status).toBe(201);
  expect((await shown(closed.slug)).comments_open).toBe(true);

  expect((await admin.actor.patch<AdminPost>(path(closed.id), { comments_open: false })).body.comments_open).toBe(false);
  expect((await shown(closed.slug)).comments_open).toBe(false);
  for (const more of [{}, { reply_to: first.body.id }]) {
    const { status, body } = await say(reader, closed.slug, "One more", more);
    expect([status, (body as unknown as ErrorBody).code]).toEqual([403, "comments_closed"]);
  }
  expect((await threadOf(app.actors.anonymous, closed.slug)).total).toBe(1);
  const read = async ({ slug }: { slug: string }) => (await app.actors.anonymous.get(`/story/${slug}`)).text;
  await app.app.contentChanged();
  const article = await read(closed);
  expect(article).toContain("Comments are closed.");
  expect(article).toContain("The first one");
  expect(await read(other)).not.toContain("Comments are closed.");
  expect((await say(reader, other.slug, "Elsewhere")).status).toBe(201);

  await admin.actor.patch(path(closed.id), { comments_open: true });
  expect((await say(reader, closed.slug, "Once more")).status).toBe(201);
});
