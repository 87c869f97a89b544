import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuthorPage, AuthorProfile } from "../../app/domain/authors/author.ts";
import type { Media } from "../../app/domain/media/picture.ts";
import type { Post } from "../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost, buildUser } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";

let app: TestApp;
let admin: Actor;
let ada: { id: string };
let photo: Media;
beforeAll(async () => {
  app = await createTestApp();
  const signedIn = await signedInUser(app, { role: "admin", full_name: "Ada Lárkin" });
  admin = signedIn.actor;
  ada = signedIn.user;
  const file = { body: new Uint8Array(await jpeg(900, 600)), headers: { "content-type": "application/octet-stream" } };
  photo = (await admin.send<Media>("POST", "/api/admin/media?name=ada.jpg", file)).body;
  for (let n = 1; n <= 8; n++)
    await buildPost(app.context.db, {
      title: `Dawn ${n}`,
      slug: `dawn-${n}`,
      author_id: ada.id,
      published_at: new Date(2026, 0, n),
    });
  await buildPost(app.context.db, { title: "Hidden from lists", author_id: ada.id, listed: false });
  await buildPost(app.context.db, { title: "A draft", author_id: ada.id, status: "draft", published_at: null });
  await buildPost(app.context.db, { title: "Somebody else's" });
});
afterAll(() => app.close());

const OWN = "/api/admin/author";
const change = async (fields: object, { actor = admin, path = OWN } = {}) => {
  const answer = await actor.patch<AuthorProfile & ErrorBody>(path, fields);
  await app.app.contentChanged();
  return answer;
};
const read = async (path: string) => (await app.actors.anonymous.get(path)).text;
const status = async (path: string) => (await app.actors.anonymous.get(path)).status;
const location = async (path: string) => (await app.actors.anonymous.get(path)).headers.get("location");
const author = async (slug: string, query = "") =>
  (await app.actors.anonymous.get<AuthorPage & ErrorBody>(`/api/authors/${slug}${query}`)).body;

test("readers have no profile, and nobody changes another's without being an admin", async () => {
  const { actor: reader, user } = await signedInUser(app);
  for (const actor of [app.actors.anonymous, reader]) {
    const refused = actor === reader ? 403 : 401;
    expect((await actor.get(OWN)).status).toBe(refused);
    expect((await change({ bio: "Mine" }, { actor })).status).toBe(refused);
    expect((await change({ bio: "Mine" }, { actor, path: `/api/admin/users/${ada.id}/author` })).status).toBe(refused);
    expect((await actor.get(`/api/admin/users/${user.id}/author`)).status).toBe(refused);
  }
  expect((await admin.get(`/api/admin/users/${crypto.randomUUID()}/author`)).status).toBe(404);
  expect((await change({ bio: "x" }, { path: `/api/admin/users/${crypto.randomUUID()}/author` })).status).toBe(404);
});

const link = (url: string, label = "Site") => ({ links: [{ label, url }] });
const NOT_WEB = "URL must begin with https:// or http://";

test.each([
  [{ slug: "" }, "slug", "Slug is required"],
  [{ slug: "Ada Larkin" }, "slug", "Slug can only contain lowercase letters, numbers, and single hyphens between them"],
  [{ slug: "../admin" }, "slug", "Slug can only contain lowercase letters, numbers, and single hyphens between them"],
  [{ slug: "a--b" }, "slug", "Slug can only contain lowercase letters, numbers, and single hyphens between them"],
  [{ slug: "a".repeat(10_000) }, "slug", "Slug must have at most 100 characters"],
  [{ bio: "x".repeat(10_000) }, "bio", "Bio must have at most 1000 characters"],
  [{ bio: "a\0b" }, "bio", "Bio must be text"],
  [{ picture: "https://elsewhere.example/a.jpg" }, "picture", "Image must be in this site’s media library"],
  [{ picture: `/media/${crypto.randomUUID()}/900.jpg` }, "picture", "Image must be in this site’s media library"],
  [link("javascript:alert(1)"), "links.0.url", NOT_WEB],
  [link("JaVaScRiPt:alert(1)//https://x.example"), "links.0.url", NOT_WEB],
  [link("java\tscript:alert(1)"), "links.0.url", NOT_WEB],
  [link("data:text/html,<script>alert(1)</script>"), "links.0.url", NOT_WEB],
  [link("//evil.example"), "links.0.url", NOT_WEB],
  [link("https://bank.example@evil.example/"), "links.0.url", NOT_WEB],
  [link(`https://a.example/${"x".repeat(10_000)}`), "links.0.url", "URL must have at most 500 characters"],
  [link("https://a.example/", "x".repeat(10_000)), "links.0.label", "Label must have at most 40 characters"],
  [link("https://a.example/", "Site\u202e"), "links.0.label", "Label must not contain invisible characters"],
  [link("https://a.example/", ""), "links.0.label", "Label is required"],
  [{ links: Array.from({ length: 7 }, () => link("https://a.example/").links[0]) }, "links", "There can be at most 6 links"],
  [{ has_page: "yes" }, "has_page", "must be true or false"],
])("refuses %j", async (fields, field, rule) => {
  const before = (await admin.get(OWN)).body;
  const { status: code, body } = await change(fields);
  expect([code, body.details]).toEqual([400, [{ field, rule }]]);
  expect((await admin.get(OWN)).body).toEqual(before);
});

test("what hides in a link's URL is written out", async () => {
  const { body } = await change(link("https://a.example/\u202egnp.exe"));
  expect(body.links).toEqual([{ label: "Site", url: "https://a.example/%E2%80%AEgnp.exe" }]);
});

test("a slug is made from the name with the first article, with a number where it is taken, and from nobody's email address", async () => {
  const { db } = app.context;
  const other = await buildUser(db, { full_name: "Ada Larkin" });
  const nameless = await buildUser(db, { full_name: null, email: "secret@blog.example" });
  const greek = await buildUser(db, { full_name: "Σαπφώ" });
  const draft = await buildUser(db, { full_name: "Only Drafts" });
  for (const author_id of [other.id, nameless.id, greek.id]) await buildPost(db, { author_id });
  await buildPost(db, { author_id: draft.id, status: "draft", published_at: null });
  const rows = await db.selectFrom("author_profiles").select(["user_id", "slug"]).execute();
  const slugs = new Map(rows.map(({ user_id, slug }) => [user_id, slug]));
  expect([ada, other, nameless, greek, draft].map(({ id }) => slugs.get(id))).toEqual([
    "ada-larkin",
    "ada-larkin-2",
    undefined,
    "author",
    undefined,
  ]);
  expect(await status("/author/author")).toBe(200);
  expect(await status("/author/only-drafts")).toBe(404);
  await db.updateTable("users").set({ full_name: "No Longer Nameless" }).where("id", "=", nameless.id).execute();
  expect(await status("/author/no-longer-nameless")).toBe(200);
});

test("the page lists the author's articles in pages, and names the author in its head", async () => {
  await change({
    bio: "Writes about birds.\n\nMore at https://birds.example/a?b=1&c=2 <b>",
    picture: photo.url,
    ...link("https://ada.example/"),
  });
  const page = await read("/author/ada-larkin");
  expect(/<h1[^>]*>([^<]*)/.exec(page)?.[1]).toBe("Ada Lárkin");
  expect([...page.matchAll(/href="\/story\/(dawn-\d)"/g)].map(([, slug]) => slug)).toEqual(
    expect.arrayContaining(["dawn-8", "dawn-7", "dawn-6", "dawn-5", "dawn-4", "dawn-3"]),
  );
  expect(page).not.toMatch(/dawn-2|A draft|Hidden from lists|Somebody else/);
  expect(page).toContain("8 articles");
  expect(page).toContain('<link rel="canonical" href="http://blog.test/author/ada-larkin"/>');
  expect(page).toContain("&lt;b&gt;");
  expect(page).toMatch(/<a href="https:\/\/birds.example\/a\?b=1&amp;c=2" rel="noopener">/);
  expect(page).toMatch(/<a [^>]*href="https:\/\/ada.example\/" rel="me noopener"/);
  const person = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "").mainEntity;
  expect(person).toMatchObject({
    "@type": "Person",
    name: "Ada Lárkin",
    url: "http://blog.test/author/ada-larkin",
    sameAs: ["https://ada.example/"],
    image: expect.stringMatching(/^http:\/\/blog.test\/media\//),
  });
  const second = await read("/author/ada-larkin?page=2");
  expect([...new Set([...second.matchAll(/href="\/story\/(dawn-\d)"/g)].map(([, slug]) => slug))]).toEqual(["dawn-2", "dawn-1"]);
  expect(second).toContain('href="http://blog.test/author/ada-larkin?page=2"');
  const beyond = await read("/author/ada-larkin?page=9");
  expect(beyond).toMatch(/<meta name="robots" content="noindex/);
  expect((await author("ada-larkin", "?limit=3&page=2")).articles).toMatchObject({ total: 8, pages: 3, page: 2, limit: 3 });
  // Others of the same words in the path.
  for (const path of ["/author", "/author/nobody", "/author/Ada-Larkin", "/author/ada-larkin/more", "/author/%00"])
    expect([path, await status(path)]).toEqual([path, 404]);
});

test("articles link to the page, by name and in what search engines read", async () => {
  const story = await read("/story/dawn-1");
  expect(story).toMatch(/Written by <strong><a [^>]*href="\/author\/ada-larkin"[^>]*>Ada Lárkin<\/a><\/strong>/);
  expect(story).toContain('"author":{"@type":"Person","name":"Ada Lárkin","url":"http://blog.test/author/ada-larkin"}');
  const post = (await app.actors.anonymous.get<Post>("/api/posts/dawn-1")).body;
  expect(post.author).toMatchObject({ full_name: "Ada Lárkin", slug: "ada-larkin", picture: { url: photo.url } });
  expect(JSON.stringify(await author("ada-larkin"))).not.toContain(ada.id);
});

test("feeds and the sitemap have the author", async () => {
  for (const file of ["feed.xml", "atom.xml", "feed.json"]) {
    const feed = await read(`/author/ada-larkin/${file}`);
    expect(feed.match(/Dawn \d/g)).toHaveLength(8);
    expect(feed).toContain(`/author/ada-larkin/${file}`);
    expect(feed).not.toContain(ada.id);
  }
  expect(await read("/atom.xml")).toContain("<name>Ada Lárkin</name><uri>http://blog.test/author/ada-larkin</uri>");
  expect(JSON.parse(await read("/feed.json")).items[0].authors).toEqual([
    { name: "Ada Lárkin", url: "http://blog.test/author/ada-larkin" },
  ]);
  expect(await read("/sitemap.xml")).toContain("<loc>http://blog.test/author/ada-larkin</loc>");
  for (const path of ["/author/nobody/feed.xml", "/author/only-drafts/feed.json"]) expect(await status(path)).toBe(404);
});

test("a former slug leads on, until an admin gives it to another author", async () => {
  expect((await change({ slug: "ada" })).body).toMatchObject({ slug: "ada", former_slugs: ["ada-larkin"] });
  expect(await location("/author/ada-larkin?page=2")).toBe("/author/ada?page=2");
  expect(await location("/author/ada-larkin/feed.xml")).toBe("/author/ada/feed.xml");
  expect((await author("ada-larkin")).author.slug).toBe("ada");
  const { id } = await buildUser(app.context.db, { full_name: "Ada Larkin" });
  await buildPost(app.context.db, { author_id: id });
  const path = `/api/admin/users/${id}/author`;
  expect((await change({ slug: "ada" }, { path })).body).toMatchObject({
    code: "23505",
    message: "Another author has this slug. Please choose a different one.",
  });
  const { actor: contributor } = await signedInUser(app, { full_name: "Bo", grants: ["contributor"] });
  for (const slug of ["ada", "ada-larkin"]) expect((await change({ slug }, { actor: contributor })).status).toBe(409);
  expect(await location("/author/ada-larkin")).toBe("/author/ada");
  expect((await change({ slug: "bobo" }, { actor: contributor })).status).toBe(200);
  expect((await change({ slug: "bo" }, { actor: contributor })).body.former_slugs).toEqual(["bobo"]);
  expect((await change({ slug: "ada-larkin" }, { path })).status).toBe(200);
  expect(await status("/author/ada-larkin")).toBe(200);
  expect((await change({ slug: "ada-larkin" })).status).toBe(409);
});

test("without a page, nothing leads to it", async () => {
  await change({ has_page: false });
  for (const path of ["/author/ada", "/author/ada/feed.xml", "/api/authors/ada"]) expect(await status(path)).toBe(404);
  expect(await read("/sitemap.xml")).not.toContain("/author/ada<");
  const story = await read("/story/dawn-1");
  expect(story).toContain("Written by <strong>Ada Lárkin</strong>");
  expect(story).not.toContain("/author/ada");
  expect(await read("/atom.xml")).not.toContain("/author/ada<");
  await change({ has_page: true });
  expect(await status("/author/ada")).toBe(200);
});

test("an image in use stays, the own page and the account's data say what is stored, and deleting the user takes it away", async () => {
  const trashed = await admin.delete<ErrorBody>(`/api/admin/media/${photo.id}`);
  expect([trashed.status, trashed.body.message]).toEqual([
    409,
    "This image can’t be deleted: the author page of “Ada Lárkin” uses it",
  ]);
  const exported = (await admin.get<{ author_page: object }>("/api/account/export")).body;
  expect(exported.author_page).toMatchObject({ slug: "ada", picture: photo.url, has_page: true });
  const { user: grace } = await signedInUser(app, { role: "admin", full_name: "Grace" });
  await buildPost(app.context.db, { author_id: grace.id, slug: "of-grace" });
  await app.app.contentChanged();
  expect(await status("/author/grace")).toBe(200);
  expect((await admin.delete(`/api/admin/users/${grace.id}?posts=give&to=${ada.id}`)).status).toBe(204);
  await app.app.contentChanged();
  expect(await status("/author/grace")).toBe(404);
  expect((await author("ada")).articles.total).toBe(9);
});

test("no own page can take the path of the authors' pages", async () => {
  const { body } = await admin.post<ErrorBody>("/api/admin/posts", {
    ...{ kind: "page", title: "Author", slug: "author", content: "<p>x</p>", content_format: "html", status: "published" },
  });
  expect(body.details?.[0]).toMatchObject({ field: "slug" });
});

test("a slug may be that of a page or screen of the site: each keeps its own path", async () => {
  const paths = ["/about", "/admin", "/feed-xml", "/story"];
  const before = await Promise.all(paths.map(status));
  const { actor, user } = await signedInUser(app, { grants: ["author"], full_name: "About" });
  await buildPost(app.context.db, { author_id: user.id });
  for (const path of paths) {
    expect((await change({ slug: path.slice(1) }, { actor })).status).toBe(200);
    expect(await read(`/author${path}`)).toMatch(/<h1[^>]*>About</);
    expect((await author(path.slice(1))).author.full_name).toBe("About");
  }
  expect(await Promise.all(paths.map(status))).toEqual(before);
});

test("an author whose only article is outside the lists has no page, and the article links to none", async () => {
  const { id } = await buildUser(app.context.db, { full_name: "Apart" });
  await buildPost(app.context.db, { author_id: id, slug: "apart-article", listed: false });
  const story = await read("/story/apart-article");
  expect(story).toContain("Written by <strong>Apart</strong>");
  expect(await status("/author/apart")).toBe(404);
  expect(await read("/sitemap.xml")).not.toContain("/author/apart<");
});

test("a redirect can lead to the page of an author, and to no other path of its kind", async () => {
  const redirect = (from_path: string, to_path: string) => admin.post<ErrorBody>("/api/admin/redirects", { from_path, to_path });
  expect((await redirect("/who-is-ada", "/author/ada")).status).toBe(201);
  await app.app.contentChanged();
  expect(await location("/who-is-ada")).toBe("/author/ada");
  expect((await redirect("/who-is-nobody", "/author/nobody")).body.details?.[0]?.field).toBe("to_path");
});

test("the page of a deactivated author is away until they are active again, and the articles stay", async () => {
  const { db } = app.context;
  const { user, actor } = await signedInUser(app, { grants: ["author"], full_name: "Grace Wren" });
  const published_at = new Date(2026, 1, 1);
  await buildPost(db, { slug: "wrens", author_id: user.id, published_at });
  const two = await buildPost(db, { slug: "two-of-us", author_id: ada.id, published_at });
  await admin.patch(`/api/admin/posts/${two.id}/options`, { coauthors: [user.id] });
  await actor.patch(OWN, { slug: "gracie" });
  await app.app.contentChanged();
  const paths = [
    "/author/gracie",
    "/author/grace-wren",
    "/author/gracie/feed.xml",
    "/author/gracie/feed.json",
    "/api/authors/gracie",
  ];
  const statuses = () => Promise.all(paths.map(status));
  const links = () => Promise.all(["/story/wrens", "/story/two-of-us", "/sitemap.xml", "/atom.xml", "/feed.json"].map(read));
  const before = await statuses();
  expect(before).toEqual([200, 301, 200, 200, 200]);
  for (const text of await links()) expect(text).toContain("/author/gracie");
  const change = async (is_active: boolean) => {
    expect((await admin.patch(`/api/admin/users/${user.id}`, { is_active })).status).toBe(200);
    await app.app.contentChanged();
  };
  await change(false);
  expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  for (const text of await links()) expect(text).not.toContain("/author/gracie");
  for (const path of ["/story/wrens", "/story/two-of-us"]) expect(await read(path)).toContain("Grace Wren");
  await change(true);
  expect(await statuses()).toEqual(before);
  expect(await read("/story/wrens")).toContain("/author/gracie");
});
