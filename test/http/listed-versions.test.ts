import { randomUUID } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSitemap, readSitemapFile } from "../../app/domain/feeds/write-sitemap.ts";
import type { AdminPost, Post, PostPage } from "../../app/domain/posts/post-shapes.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { setSettings } from "../auth/client.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";

const SITE = "https://blog.example";
const PATH = "/api/admin/posts";
let app: TestApp;
let admin: Actor;
beforeEach(async () => {
  app = await createTestApp({ siteUrl: SITE });
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterEach(() => app.close());

const get = (path: string) => app.actors.anonymous.get(path);
const list = async (query = "") => (await app.actors.anonymous.get<PostPage>(`/api/posts?limit=50${query}`)).body;
const onePage = async (page: number) => (await app.actors.anonymous.get<PostPage>(`/api/posts?limit=1&page=${page}`)).body;
const titles = async (query = "") => (await list(query)).posts.map(({ title }) => title);
const save = async ({ id }: { id: string }, fields: object) => {
  const { version } = (await admin.get<AdminPost>(`${PATH}/${id}`)).body;
  const saved = await admin.patch<AdminPost & ErrorBody>(`${PATH}/${id}`, { version, ...fields });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await app.app.contentChanged();
};
const speak = async (language: "en" | "de" | "fr") => {
  await setSettings(app, { language });
  await app.app.contentChanged();
};

/** Three articles on an English site: one in three languages, one only in German, one without a language. */
async function buildVersions() {
  const { db } = app.context;
  const category = await buildCategory(db, { slug: "birds", name: "Birds" });
  const tag = await buildTag(db, { slug: "song", name: "Song" });
  const of = { category_id: category.id, tags: [tag.id], translation_group: randomUUID() };
  const english = await buildPost(db, {
    ...of,
    title: "Larks",
    slug: "larks",
    language: "en",
    created_at: new Date("2025-01-01"),
  });
  const german = await buildPost(db, {
    ...of,
    title: "Lerchen",
    slug: "lerchen",
    language: "de",
    created_at: new Date("2025-01-02"),
  });
  const french = await buildPost(db, {
    ...of,
    title: "Alouettes",
    slug: "alouettes",
    language: "fr",
    created_at: new Date("2025-01-03"),
  });
  const alone = await buildPost(db, {
    title: "Amseln",
    slug: "amseln",
    language: "de",
    category_id: category.id,
    tags: [tag.id],
  });
  await buildPost(db, { title: "Wrens", slug: "wrens", category_id: category.id });
  await app.app.contentChanged();
  return { english, german, french, alone, category };
}

/** Every counter and every page against the list. A save makes an article the newest. */
async function expectShown(expected: string[]) {
  const shown = await titles();
  expect([...shown].sort()).toEqual([...expected].sort());
  expect((await list()).total).toBe(shown.length);
  const pages = await Promise.all(shown.map((_, n) => onePage(n + 1)));
  expect(pages.map(({ total, posts }) => [total, posts[0]?.title])).toEqual(shown.map((title) => [shown.length, title]));
  for (const [narrowed, among] of [
    ["&category=birds", shown],
    ["&tag=song", shown.filter((title) => title !== "Wrens")],
  ] as const) {
    const found = await list(narrowed);
    expect([found.posts.map(({ title }) => title), found.total], narrowed).toEqual([among, among.length]);
  }
  const { body: categories } = await app.actors.anonymous.get<{ posts_count: number }[]>("/api/categories");
  expect(categories.map(({ posts_count }) => posts_count)).toEqual([shown.length]);
}

describe("of an article's versions, lists have one", () => {
  test("in the site's language, else the oldest that is published", async () => {
    const { english, german, french } = await buildVersions();
    await expectShown(["Wrens", "Amseln", "Larks"]);
    await save(english, { status: "draft", language: "it" });
    await expectShown(["Wrens", "Amseln", "Lerchen"]);
    await admin.delete(`${PATH}/${german.id}`);
    await expectShown(["Wrens", "Amseln", "Alouettes"]);
    await admin.post("/api/admin/trash/restore", { items: [{ kind: "post", id: german.id }] });
    await expectShown(["Wrens", "Amseln", "Lerchen"]);
    await save(french, { language: "en" });
    await expectShown(["Wrens", "Amseln", "Alouettes"]);
    await save(french, { language: "fr" });
    await save(english, { status: "published", language: "en" });
    await expectShown(["Wrens", "Amseln", "Larks"]);
    expect((await admin.patch(`${PATH}/${german.id}/options`, { listed: false })).status).toBe(200);
    await save(english, { status: "archived" });
    await expectShown(["Wrens", "Amseln", "Alouettes"]);
    await app.context.db.deleteFrom("posts").where("id", "=", french.id).execute();
    await app.app.contentChanged();
    await expectShown(["Wrens", "Amseln"]);
  });

  test("in another one once the site's language changes", async () => {
    await buildVersions();
    await speak("fr");
    await expectShown(["Wrens", "Amseln", "Alouettes"]);
    await speak("de");
    await expectShown(["Wrens", "Amseln", "Lerchen"]);
    await speak("en");
    await expectShown(["Wrens", "Amseln", "Larks"]);
  });

  test("each, once they don't belong together", async () => {
    const { german } = await buildVersions();
    expect((await admin.patch(`${PATH}/${german.id}/options`, { translation_of: null })).status).toBe(200);
    await app.app.contentChanged();
    await expectShown(["Wrens", "Amseln", "Lerchen", "Larks"]);
  });

  test("also if two are published at once, or the site's language changes meanwhile", async () => {
    const { english, german, french } = await buildVersions();
    const { db } = app.context;
    const set = (id: string, status: string) => db.updateTable("posts").set({ status }).where("id", "=", id).execute();
    for (let round = 0; round < 10; round++) {
      await Promise.all([english, german, french].map(({ id }) => set(id, "draft")));
      await Promise.all([
        ...[french, german, english].map(({ id }) => set(id, "published")),
        setSettings(app, { language: round % 2 === 0 ? "de" : "en" }),
      ]);
      await app.app.contentChanged();
      await expectShown(["Wrens", "Amseln", round % 2 === 0 ? "Lerchen" : "Larks"]);
    }
  });

  test("and Home and llms.txt have the same one", async () => {
    const { german } = await buildVersions();
    await app.context.db.updateTable("posts").set({ featured: true }).execute();
    await app.app.contentChanged();
    expect(await titles("&featured=true")).toEqual(["Wrens", "Amseln", "Larks"]);
    expect(await titles("&featured=first")).toEqual(["Wrens", "Amseln", "Larks"]);
    expect(await titles("&featured=true&language=de")).toEqual(["Amseln", "Lerchen"]);
    const home = (await get("/")).text;
    expect([home.includes("Larks"), home.includes("Lerchen")]).toEqual([true, false]);
    const order = (await admin.get<{ posts: { id: string }[]; total: number }>("/api/admin/featured-order")).body;
    expect([order.total, order.posts.some(({ id }) => id === german.id)]).toEqual([3, false]);
    await setSettings(app, { offerMarkdown: true });
    const llms = (await get("/llms.txt")).text;
    expect([llms.includes("/story/larks.md"), llms.includes("/story/lerchen.md")]).toEqual([true, false]);
  });
});

describe("the others", () => {
  test("are found by a search, and lead to articles in their language", async () => {
    await buildVersions();
    expect(await titles("&search=lerchen")).toEqual(["Lerchen"]);
    expect(await titles("&search=article&language=fr")).toEqual(["Alouettes"]);
    expect(await titles("&search=lerchen&language=en")).toEqual([]);
    expect(await titles("&search=lerchen&category=birds")).toEqual([]);
    expect(await titles("&search=lerchen&category=birds&language=de&tag=song")).toEqual(["Lerchen"]);
    const { body } = await app.actors.anonymous.get<Post>("/api/posts/lerchen");
    expect([body.next?.slug, body.previous, body.related.map(({ slug }) => slug)]).toEqual(["amseln", null, ["amseln"]]);
    const back = (await app.actors.anonymous.get<Post>("/api/posts/amseln")).body;
    expect([back.previous?.slug, back.related.map(({ slug }) => slug)]).toEqual(["lerchen", ["lerchen"]]);
    const english = (await app.actors.anonymous.get<Post>("/api/posts/larks")).body;
    expect([english.next?.slug, english.related.map(({ slug }) => slug)]).toEqual(["wrens", ["wrens"]]);
  });

  test("stay in the sitemap, each once, however many files it has", async () => {
    await buildVersions();
    const context = { ...app.context };
    const pathsOf = (xml: string) => {
      const { urlset } = new XMLParser({ isArray: (name) => name === "url" }).parse(xml);
      return urlset.url.map(({ loc }: { loc: string }) => loc.slice(SITE.length)) as string[];
    };
    const all = pathsOf(await readSitemap(context, app.settings.site()));
    const stories = all.filter((path) => path.startsWith("/story/"));
    expect(stories.sort()).toEqual(["alouettes", "amseln", "larks", "lerchen", "wrens"].map((slug) => `/story/${slug}`));
    const files = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => readSitemapFile(context, app.settings.site(), n, 3)));
    const parts = files.flatMap((xml) => (xml ? pathsOf(xml) : []));
    expect(parts.sort()).toEqual(all.sort());
  });
});

describe("a language", () => {
  test("has a list of everything that is written in it", async () => {
    await buildVersions();
    expect([await titles("&language=de"), await titles("&language=fr"), await titles("&language=en")]).toEqual([
      ["Amseln", "Lerchen"],
      ["Alouettes"],
      ["Wrens", "Larks"],
    ]);
    expect(await titles("&language=de&category=birds&tag=song")).toEqual(["Amseln", "Lerchen"]);
    expect([(await list("&language=de")).total, (await list("&language=it")).total]).toEqual([2, 0]);
    const page = (await get("/view-all?language=de")).text;
    expect(page).toContain('<h1 lang="de" dir="ltr">Deutsch</h1>');
    expect(page).toContain("<title>All Articles, Deutsch · Skylark</title>");
    expect(page).toContain(`<link rel="canonical" href="${SITE}/view-all?language=de"/>`);
    expect(page).toMatch(/<a(?=[^>]* lang="de")(?=[^>]* hrefLang="de")(?=[^>]* aria-current="page")[^>]*>Deutsch<\/a>/);
    expect([page.includes("Lerchen"), page.includes("Larks")]).toEqual([true, false]);
    const nothing = (await get("/view-all?language=it")).text;
    expect(nothing).toContain("No articles found");
    expect(nothing).toContain('<meta name="robots" content="noindex, follow"/>');
  });

  test("that is no language is refused by the API, and ignored by the page", async () => {
    await buildVersions();
    const { status, body } = await app.actors.anonymous.get<ErrorBody>("/api/posts?language=DE!");
    expect([status, body.details]).toEqual([400, [{ field: "language", rule: "must be a language tag such as de or pt-BR" }]]);
    for (const bad of ["DE!", "", "%00", "d".repeat(500)])
      expect((await get(`/view-all?language=${bad}`)).text, bad).toContain(`<link rel="canonical" href="${SITE}/view-all"/>`);
  });

  test("has feeds, announced on every page", async () => {
    await buildVersions();
    for (const [file, own] of [
      ["feed.xml", "<language>de</language>"],
      ["atom.xml", 'xml:lang="de"'],
      ["feed.json", '"language":"de"'],
    ]) {
      const { status, text } = await get(`/${file}?language=de`);
      expect(status).toBe(200);
      for (const part of [own, "Deutsch · Skylark", `/${file}?language=de`, "/view-all?language=de", "Lerchen", "Amseln"])
        expect(text, file).toContain(part);
      expect([text.includes("Larks"), text.includes("Wrens")]).toEqual([false, false]);
      const plain = (await get(`/${file}`)).text;
      expect([plain.includes("Larks"), plain.includes("Amseln"), plain.includes("Lerchen")]).toEqual([true, true, false]);
      for (const none of ["it", "DE!", "%00", "xx-yyyyyyyy"])
        expect((await get(`/${file}?language=${none}`)).status, none).toBe(404);
    }
    for (const path of ["/", "/about", "/story/larks"]) {
      const links = [...(await get(path)).text.matchAll(/title="(Skylark: [^"]+)" href="([^"]+)"/g)];
      expect(
        links.map(([, title, href]) => `${title} ${href}`),
        path,
      ).toEqual([
        "Skylark: Deutsch /feed.xml?language=de",
        "Skylark: English /feed.xml?language=en",
        "Skylark: Français /feed.xml?language=fr",
      ]);
    }
  });

  test("is no choice while all articles have the same", async () => {
    await buildPost(app.context.db, { slug: "one", language: "en" });
    await buildPost(app.context.db, { slug: "two" });
    await app.app.contentChanged();
    expect((await app.actors.anonymous.get("/api/site")).text).not.toContain('"languages"');
    const page = (await get("/view-all")).text;
    expect([page.includes('aria-label="Languages"'), page.includes("?language=")]).toEqual([false, false]);
  });
});
