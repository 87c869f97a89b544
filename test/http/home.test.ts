import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildPost } from "../builders.ts";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const page = async (path: string) => {
  await app.app.contentChanged();
  return (await app.actors.anonymous.get(path)).text;
};
const titles = (html: string) => [...html.matchAll(/<h3 class="card-title"><a [^>]*>([^<]*)/g)].map(([, title]) => title);
const figures = (html: string) =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => `${value} ${name}`);
const day = (n: number) => new Date(`2026-01-0${n}T00:00:00Z`);

test("a site without articles says that the first is to come, and has no links to articles", async () => {
  const home = await page("/");
  expect(home).toContain("The first story is being written.");
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
  await db.updateTable("posts").set({ views_count: 1300, likes_count: 3 }).where("id", "=", id).execute();
  expect(figures(await page("/"))).toEqual(["1 article", "1.3K views", "3 likes"]);
  expect(figures(await page("/about"))).toEqual([]);

  const content = { "profile.readers": "40", "about.stats.1.value": "7" };
  await db
    .updateTable("settings")
    .set({ content: JSON.stringify(content) })
    .execute();
  expect(figures(await page("/"))).toEqual(["1 article", "40 readers", "3 likes"]);
  expect(figures(await page("/about"))).toEqual(["7 Published articles"]);
});
