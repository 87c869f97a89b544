import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildPost } from "../builders.ts";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const page = async (path: string) => {
  await app.app.contentChanged();
  return (await app.actors.anonymous.get(path)).text;
};
const titles = (html: string) => [...html.matchAll(/<h3 class="card-title"[^>]*><a [^>]*>([^<]*)/g)].map(([, title]) => title);
const figures = (html: string) =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => `${value} ${name}`);
const day = (n: number) => new Date(`2026-01-0${n}T00:00:00Z`);

test("a site without articles says that the first is to come, and has no links to articles", async () => {
  const home = await page("/");
  expect(home).toContain("The first story is being written.");
  const feeds = [...home.matchAll(/<a class="text-link" href="([^"]*)">/g)].map(([, path]) => path);
  expect(feeds.slice(0, 3)).toEqual(["/feed.xml", "/atom.xml", "/feed.json"]);
  expect(home).not.toContain("featured-grid");
  expect(home).not.toContain(">Read: Mood Tracking Guide");
  expect(home).toContain("All Articles");
  expect(figures(home)).toEqual([]);
  expect(figures(await page("/about"))).toEqual([]);
});

test("fewer than four featured articles are followed by the newest others, up to four", async () => {
  const { db } = app.context;
  for (const n of [1, 2, 3, 4, 5])
    await buildPost(db, { title: `Story ${n}`, published_at: day(n), featured: n === 1 || n === 3 });
  await buildPost(db, { title: "Draft", status: "draft", featured: true });
  expect(titles(await page("/"))).toEqual(["Story 3", "Story 1", "Story 5", "Story 4"]);
  const more = await app.actors.anonymous.get<{ total: number; posts: { title: string }[] }>(
    "/api/posts?featured=first&limit=2&page=2",
  );
  expect([more.body.total, more.body.posts.map(({ title }) => title)]).toEqual([5, ["Story 5", "Story 4"]]);
  const only = await app.actors.anonymous.get<{ total: number }>("/api/posts?featured=true");
  expect(only.body.total).toBe(2);
});

test("the hero's button follows its article: published, moved, withdrawn", async () => {
  const { db } = app.context;
  const link = (html: string) => /href="(\/story\/[^"]*)">Read: Mood Tracking Guide/.exec(html)?.[1];
  const { id } = await buildPost(db, { slug: "mood-tracking-guide" });
  expect(link(await page("/"))).toBe("/story/mood-tracking-guide");
  await db.updateTable("posts").set({ slug: "moods" }).where("id", "=", id).execute();
  expect(link(await page("/"))).toBe("/story/moods");
  await db.updateTable("posts").set({ status: "draft" }).where("id", "=", id).execute();
  expect(link(await page("/"))).toBeUndefined();
});

test("in place of an article, the hero's button leads to a page, a category, a tag or an address", async () => {
  const { db } = app.context;
  const label = { "hero.button.label": "Begin here" };
  const target = async (link: string) => {
    await setContent({ ...label, "hero.button.link": link });
    return /href="([^"]*)">Begin here/.exec(await page("/"))?.[1];
  };
  const { id } = await buildPost(db, { slug: "start", kind: "page", listed: false });
  const category = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  expect(await target("page:start")).toBe("/start");
  expect(await target("category:wellness")).toBe("/view-all?category=wellness");
  expect(await target("address:/feed.xml")).toBe("/feed.xml");
  expect(await target("address:https://shop.example/?a=1")).toBe("https://shop.example/?a=1");
  expect([await target("tag:nothing"), await target("page:nothing")]).toEqual([undefined, undefined]);
  // It follows a new slug, and goes with what it leads to.
  await db.updateTable("categories").set({ slug: "well" }).where("id", "=", category.id).execute();
  await db
    .insertInto("category_slugs")
    .values({ slug: "wellness", category_id: category.id })
    .onConflict((c) => c.doNothing())
    .execute();
  expect(await target("category:wellness")).toBe("/view-all?category=well");
  await db.updateTable("posts").set({ status: "draft" }).where("id", "=", id).execute();
  expect(await target("page:start")).toBeUndefined();
});

const setSettings = (value: Record<string, unknown>) =>
  app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
const setContent = (content: Record<string, string>) =>
  app.context.db
    .updateTable("settings")
    .set({ content: JSON.stringify(content) })
    .execute();

test("below the featured stories the newest others are listed, up to five, unless that is switched off", async () => {
  const { db } = app.context;
  const category = await buildCategory(db, { name: "Wellness", slug: "wellness" });
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await buildPost(db, {
      title: `Story ${n}`,
      slug: `story-${n}`,
      published_at: day(n),
      featured: n < 5,
      category_id: category.id,
    });
  await buildPost(db, { slug: "story-0", published_at: day(1) });
  const lines = (html: string) =>
    [...html.matchAll(/<li class="cat-wellness">.*?href="\/story\/([^"]*)"/g)].map(([, slug]) => slug);
  const html = await page("/");
  expect(titles(html)).toEqual(["Story 4", "Story 3", "Story 2", "Story 1"]);
  expect(lines(html)).toEqual(["story-9", "story-8", "story-7", "story-6", "story-5"]);
  expect(html).toContain("Latest Articles");
  await setSettings({ showNewest: false });
  expect(await page("/")).not.toContain("Latest Articles");
});

/** Records the visitors of a day that is `daysAgo` before today. */
const visitors = (daysAgo: number, count: number) =>
  sql`insert into analytics_days (day, visits, visitors, views, bounces, engaged_seconds, completed, duration_seconds)
    values (current_date - ${daysAgo}::integer, ${count}, ${count}, ${count}, 0, 0, 0, 0)`.execute(app.context.db);

test("each figure shows what is counted, the owner's text or nothing, as chosen", async () => {
  const { db } = app.context;
  await buildPost(db, { likes_count: 4 });
  await visitors(29, 1000);
  await visitors(0, 234);
  await visitors(30, 7);
  const figure = { value: "10K+", label: "Monthly readers" };
  expect(figures(await page("/"))).toEqual(["1 article", "1.2K readers", "4 likes"]);
  expect(figures(await page("/about"))).toEqual(["1.2K Monthly readers", "1 Published article"]);
  await setContent({
    "profile.show.articles": "hidden",
    "profile.show.readers": "own",
    "profile.likes": "many",
    "profile.show.likes": "live",
    "about.stats.0.show": "own",
    "about.stats.1.show": "hidden",
    "about.stats.2.show": "likes",
    "about.stats.3.label": "Happy larks",
  });
  expect(figures(await page("/"))).toEqual(["2.4K readers", "4 likes"]);
  expect(figures(await page("/about"))).toEqual([`${figure.value} ${figure.label}`, "4 Expert contributors"]);
  // Without analytics nobody is counted, so there is no number of readers.
  await setContent({ "profile.show.readers": "live" });
  await setSettings({ enableAnalytics: false });
  expect(figures(await page("/"))).toEqual(["1 article", "4 likes"]);
});

test("figures are the demo's examples with the demo, counted without it, and the owner's where there are some", async () => {
  const { db } = app.context;
  await db
    .insertInto("demo_content")
    .values({ added_at: day(1) })
    .execute();
  const demo = await buildPost(db, { is_demo: true });
  expect(figures(await page("/"))).toEqual(["12 articles", "2.4K readers", "156 likes"]);
  expect(figures(await page("/about"))).toHaveLength(4);

  await db.deleteFrom("posts").where("id", "=", demo.id).execute();
  const { id } = await buildPost(db, {});
  await buildPost(db, { status: "draft", views_count: 9 });
  await db.updateTable("posts").set({ likes_count: 3 }).where("id", "=", id).execute();
  expect(figures(await page("/"))).toEqual(["1 article", "3 likes"]);
  expect(figures(await page("/about"))).toEqual(["1 Published article"]);

  await setContent({ "profile.readers": "40", "about.stats.1.value": "7" });
  expect(figures(await page("/"))).toEqual(["1 article", "40 readers", "3 likes"]);
  expect(figures(await page("/about"))).toEqual(["7 Published articles"]);
});
