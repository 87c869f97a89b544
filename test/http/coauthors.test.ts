import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuthorPage } from "../../app/domain/authors/author.ts";
import type { ThreadPage } from "../../app/domain/comments/comment.ts";
import type { AdminPost, Post } from "../../app/domain/posts/post-shapes.ts";
import type { AdminUser } from "../../app/domain/users/user.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
let admin: Actor;
let ada: { id: string };
let bea: { id: string };
let cem: { id: string };
let post: { id: string; slug: string };
beforeAll(async () => {
  app = await createTestApp();
  const signedIn = await signedInUser(app, { role: "admin", full_name: "Ada" });
  admin = signedIn.actor;
  ada = signedIn.user;
  bea = (await signedInUser(app, { role: "admin", full_name: "Bea", bio: "Counts birds." })).user;
  cem = (await signedInUser(app, { role: "admin", full_name: "Cem" })).user;
  post = await buildPost(app.context.db, { title: "Together", slug: "together", author_id: ada.id });
});
afterAll(() => app.close());

const change = async (fields: object, actor = admin) => {
  const answer = await actor.patch<AdminPost & ErrorBody>(`/api/admin/posts/${post.id}/options`, fields);
  await app.app.contentChanged();
  return answer;
};
const read = async (path: string) => (await app.actors.anonymous.get(path)).text;
const article = async () => (await app.actors.anonymous.get<Post>("/api/posts/together")).body;
const titlesOf = async (slug: string) =>
  (await app.actors.anonymous.get<AuthorPage>(`/api/authors/${slug}`)).body.articles?.posts.map(({ title }) => title);

test("who may not write can't be an author, nobody is one twice, and there is a first one", async () => {
  const { user: reader, actor } = await signedInUser(app);
  expect((await change({ coauthors: [bea.id] }, actor)).status).toBe(403);
  for (const [fields, rule] of [
    [{ coauthors: [reader.id] }, "Author must be an active user who may write"],
    [{ coauthors: [crypto.randomUUID()] }, "Author must be an active user who may write"],
    [{ coauthors: [ada.id] }, "Nobody can be an author twice"],
    [{ coauthors: [bea.id, bea.id] }, "must not name anyone twice"],
    [{ author_id: null, coauthors: [bea.id] }, "Choose a first author before further ones"],
    [{ coauthors: Array.from({ length: 10 }, () => crypto.randomUUID()) }, "must have at most 9 ids"],
    [{ coauthors: ["bea"] }, "must be a list of users’ ids"],
  ] as const) {
    const { status, body } = await change(fields);
    expect([fields, status, body.details?.[0]?.rule]).toEqual([fields, 400, rule]);
  }
  expect((await article()).coauthors).toBeUndefined();
});

test("all are in the byline, in their order, and in what machines read", async () => {
  const { body } = await change({ coauthors: [cem.id, bea.id] });
  expect(body.coauthors.map(({ full_name }) => full_name)).toEqual(["Cem", "Bea"]);
  const story = await read("/story/together");
  const byline = /Written by (.*?)<\/p>/.exec(story)?.[1]?.replace(/<[^>]*>/g, "");
  expect(byline).toMatch(/^Ada, Cem,? and Bea Published on /);
  for (const slug of ["ada", "cem", "bea"]) expect(story).toMatch(new RegExp(`<strong><a [^>]*href="/author/${slug}"`));
  expect(story).toContain("Counts birds.");
  const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(story)?.[1] ?? "")["@graph"];
  expect(graph[0].author.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ["Ada", "http://blog.test/author/ada"],
    ["Cem", "http://blog.test/author/cem"],
    ["Bea", "http://blog.test/author/bea"],
  ]);
  expect(JSON.parse(await read("/feed.json")).items[0].authors.map(({ name }: { name: string }) => name)).toEqual([
    "Ada",
    "Cem",
    "Bea",
  ]);
  expect(await read("/feed.xml")).toContain(
    "<dc:creator>Ada</dc:creator><dc:creator>Cem</dc:creator><dc:creator>Bea</dc:creator>",
  );
  expect((await read("/atom.xml")).match(/<author>/g)).toHaveLength(3);
  expect(await read("/sitemap.xml")).toContain("/author/bea<");
});

test("each has the article on their page, once", async () => {
  await buildPost(app.context.db, { title: "Alone", author_id: bea.id, published_at: new Date(2020, 0, 1) });
  expect(await titlesOf("bea")).toEqual(["Together", "Alone"]);
  expect(await titlesOf("cem")).toEqual(["Together"]);
  expect(await read("/author/cem/feed.json")).toContain("Together");
});

test("comments of all authors are marked as an author's", async () => {
  const { user: reader } = await signedInUser(app);
  const written = [ada, bea, cem, reader].map(({ id }) => ({ post_id: post.id, author_id: id, content: id, status: "approved" }));
  await app.context.db.insertInto("comments").values(written).execute();
  await app.app.contentChanged();
  const { comments } = (await app.actors.anonymous.get<ThreadPage>("/api/posts/together/comments")).body;
  const marked = new Map(comments.map((one) => [one.content_html.replace(/<[^>]*>/g, ""), one.by_author]));
  expect([ada, bea, cem, reader].map(({ id }) => marked.get(id))).toEqual([true, true, true, false]);
});

test("users are listed with the articles that deleting them is about: those of which they are the first author", async () => {
  const countOf = async (name: string) =>
    (await admin.get<{ items: AdminUser[] }>(`/api/admin/users?search=${name}`)).body.items.map(({ posts_count }) => posts_count);
  expect([await countOf("Ada"), await countOf("Bea"), await countOf("Cem")]).toEqual([[1], [1], [0]]);
});

test("a co-author works on the post like its first author, and for others without a right it doesn't exist", async () => {
  const { user, actor } = await signedInUser(app, { full_name: "Dot", grants: ["contributor"] });
  const stranger = (await signedInUser(app, { grants: ["author"] })).actor;
  const draft = await buildPost(app.context.db, { title: "Half done", author_id: ada.id, status: "draft", published_at: null });
  const path = `/api/admin/posts/${draft.id}`;
  const found = async (who: Actor) =>
    (await who.get<{ items: AdminPost[] }>("/api/admin/posts?search=half")).body.items.map(({ title }) => title);
  expect((await actor.get(path)).status).toBe(404);
  expect((await admin.patch(`${path}/options`, { coauthors: [user.id] })).status).toBe(200);
  expect((await actor.get<AdminPost>(path)).body.coauthors.map(({ id }) => id)).toEqual([user.id]);
  expect(await found(actor)).toEqual(["Half done"]);
  for (const fields of [{}, { coauthors: [] }, { author_id: user.id }])
    expect((await stranger.patch(`${path}/options`, { listed: true, ...fields })).status).toBe(404);
  expect((await stranger.get(path)).status).toBe(404);
  expect(await found(stranger)).toEqual([]);
  const { status, body } = await actor.patch<ErrorBody>(`${path}/options`, { coauthors: [] });
  expect([status, body.details]).toEqual([403, [{ field: "coauthors", rule: "Only editors change who a post is by" }]]);
  expect((await actor.patch(`${path}/options`, { comments_open: false, coauthors: [user.id] })).status).toBe(200);
  expect((await admin.patch(`${path}/options`, { coauthors: [] })).status).toBe(200);
  expect((await actor.get(path)).status).toBe(404);
});

test("when the first author goes, the next one moves up, also if what the user wrote alone is deleted", async () => {
  expect((await admin.delete(`/api/admin/users/${cem.id}`)).status).toBe(204);
  expect((await change({ author_id: bea.id })).body).toMatchObject({ author: { full_name: "Bea" }, coauthors: [] });
  await change({ author_id: bea.id, coauthors: [ada.id] });
  expect((await admin.delete(`/api/admin/users/${bea.id}?posts=delete`)).status).toBe(204);
  await app.app.contentChanged();
  const { author, coauthors } = await article();
  expect([author?.full_name, coauthors]).toEqual(["Ada", undefined]);
  expect(await app.context.db.selectFrom("posts").select("id").where("title", "=", "Alone").execute()).toEqual([]);
});
