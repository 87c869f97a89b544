import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPost, Post, PostPage } from "../../app/domain/posts/post-shapes.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { setSettings } from "../auth/client.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import { say } from "./comments/comment-actions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const options = (id: string) => `/api/admin/posts/${id}/options`;
const listed = async (query = "") =>
  (await app.actors.anonymous.get<PostPage>(`/api/posts${query}`)).body.posts.map(({ slug }) => slug);
const text = async (path: string) => (await app.actors.anonymous.get(path)).text;

test("only admins take an article out of lists", async () => {
  const post = await buildPost(app.context.db);
  const reader = await signedInUser(app);
  expect((await app.actors.anonymous.patch(options(post.id), { listed: false })).status).toBe(401);
  expect((await reader.actor.patch(options(post.id), { listed: false })).status).toBe(403);
  const admin = await signedInUser(app, { role: "admin" });
  const { status, body } = await admin.actor.patch<{ details: unknown }>(options(post.id), { listed: "no" });
  expect([status, body.details]).toEqual([400, [{ field: "listed", rule: "must be true or false" }]]);
  expect(await listed()).toContain(post.slug);
});

test("an article outside lists keeps its address and is in no list, search or feed", async () => {
  const { db } = app.context;
  await setSettings(app, { offerMarkdown: true });
  const admin = await signedInUser(app, { role: "admin" });
  const category = await buildCategory(db, { slug: "legal" });
  const fields = { category_id: category.id, featured: true };
  const other = await buildPost(db, { ...fields, title: "An ordinary xylophone", slug: "ordinary" });
  const imprint = await buildPost(db, { ...fields, title: "Imprint of the xylophone", slug: "imprint" });
  await db
    .insertInto("posts_tags")
    .values({ post_id: imprint.id, tag_id: (await buildTag(db, { slug: "xylo" })).id })
    .execute();
  const before = (await admin.actor.get<AdminPost>(`/api/admin/posts/${imprint.id}`)).body;

  const changed = (await admin.actor.patch<AdminPost>(options(imprint.id), { listed: false })).body;
  expect([changed.listed, changed.version, changed.updated_at]).toEqual([false, before.version, before.updated_at]);
  await app.app.contentChanged();

  for (const query of ["", "?category=legal", "?tag=xylo", "?featured=true", "?search=xylophone"])
    expect(await listed(query), query).not.toContain("imprint");
  expect(await listed("?category=legal")).toEqual(["ordinary"]);
  const categories = await app.actors.anonymous.get<{ slug: string; posts_count: number }[]>("/api/categories");
  expect(categories.body.find(({ slug }) => slug === "legal")?.posts_count).toBe(1);
  for (const path of ["/", "/view-all", "/feed.xml", "/atom.xml", "/feed.json", "/llms.txt", "/category/legal/feed.xml"])
    expect(await text(path), path).not.toContain("Imprint of the xylophone");

  const shown = (await app.actors.anonymous.get<Post>("/api/posts/imprint")).body;
  expect([shown.title, shown.previous, shown.next, shown.related]).toEqual(["Imprint of the xylophone", null, null, []]);
  const neighbor = (await app.actors.anonymous.get<Post>(`/api/posts/${other.slug}`)).body;
  const around = [neighbor.previous, neighbor.next, ...neighbor.related].map((one) => one?.slug);
  expect(around).not.toContain("imprint");
  expect((await app.actors.anonymous.get(`/story/${imprint.id}`)).headers.get("location")).toBe("/story/imprint");
  expect(await text("/story/imprint")).toContain("Imprint of the xylophone");
  expect(await text("/story/imprint.md")).toContain("Imprint of the xylophone");
  expect(await text("/sitemap.xml")).toContain("/story/imprint<");
  expect((await say((await signedInUser(app)).actor, "imprint", "A question")).status).toBe(201);

  await admin.actor.patch(options(imprint.id), { listed: true });
  expect(await listed("?category=legal")).toEqual(["imprint", "ordinary"]);
  expect(await listed("?search=xylophone")).toContain("imprint");
  expect(await listed("?tag=xylo")).toEqual(["imprint"]);
});

test("what isn't listed stays so as a draft and when it is published again", async () => {
  const { db } = app.context;
  const admin = await signedInUser(app, { role: "admin" });
  const post = await buildPost(db, { slug: "contact" });
  await admin.actor.patch(options(post.id), { listed: false });
  for (const status of ["draft", "published"]) {
    const { version } = (await admin.actor.get<AdminPost>(`/api/admin/posts/${post.id}`)).body;
    expect(
      (await admin.actor.patch(`/api/admin/posts/${post.id}`, { status, version, title: post.title, slug: post.slug })).status,
    ).toBe(200);
    expect(await listed()).not.toContain("contact");
  }
  expect((await app.actors.anonymous.get("/api/posts/contact")).status).toBe(200);
});
