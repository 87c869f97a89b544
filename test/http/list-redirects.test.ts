import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { PostPage } from "../../app/domain/posts/post-shapes.ts";
import type { Actor } from "../app/actors.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
beforeEach(async () => {
  for (const table of ["posts", "trashed_categories", "categories", "tags"] as const)
    await app.context.db.deleteFrom(table).execute();
  app.app.pages.forget();
});
afterAll(() => app.close());

const FEEDS = ["feed.xml", "atom.xml", "feed.json"];

/** Status and Location of a path, as a browser or a feed reader gets them; the page cache is cleared first, as on a change. */
const at = async (path: string, method = "GET") => {
  app.app.pages.forget();
  const { status, headers, text } = await app.actors.anonymous.send(method, path);
  if (method === "HEAD" || status === 301) expect(text).toBe("");
  return [status, headers.get("location")];
};
const api = async (query: string) => (await app.actors.anonymous.get<PostPage>(`/api/posts${query}`)).body;
const category = async (slug: string) => {
  const made = await buildCategory(app.context.db, { name: slug, slug });
  return { ...made, post: await buildPost(app.context.db, { category_id: made.id, title: `Larks of ${slug}` }) };
};
const tag = async (slug: string) => {
  const made = await buildTag(app.context.db, { name: slug, slug });
  return { ...made, post: await buildPost(app.context.db, { tags: [made.id], title: `Wrens of ${slug}` }) };
};
const reslug = (id: string, slug: string) => admin.patch(`/api/admin/categories/${id}`, { slug });
const rename = (id: string, name: string) => admin.patch(`/api/admin/tags/${id}`, { name });
const remove = (id: string, moveTo?: string) =>
  admin.delete(`/api/admin/categories/${id}${moveTo === undefined ? "" : `?move_to=${moveTo}`}`);
const restore = (id: string) => admin.post("/api/admin/trash/restore", { items: [{ kind: "category", id }] });

describe("without a redirect", () => {
  it("is a slug that was never used", async () => {
    expect(await at("/view-all?category=never")).toEqual([200, null]);
    expect(await at("/category/never/feed.xml")).toEqual([404, null]);
    expect(await at("/tag/never/feed.xml")).toEqual([404, null]);
    expect(await api("?category=never&tag=never")).toMatchObject({ total: 0, posts: [] });
    expect(await api("?category=never")).not.toHaveProperty("moved_to");
  });

  it("are the slugs of a deleted list, current and former", async () => {
    const [birds, habits] = [await category("birds"), await tag("habits")];
    await reslug(birds.id, "songbirds");
    await rename(habits.id, "Rituals");
    await remove(birds.id);
    await admin.delete(`/api/admin/tags/${habits.id}`);
    for (const slug of ["birds", "songbirds"]) {
      expect(await at(`/view-all?category=${slug}`)).toEqual([200, null]);
      expect(await at(`/category/${slug}/feed.xml`)).toEqual([404, null]);
    }
    for (const slug of ["habits", "rituals"]) expect(await at(`/tag/${slug}/atom.xml`)).toEqual([404, null]);
  });

  it("is a former slug that another list has now, also one without articles", async () => {
    const [birds, habits] = [await category("birds"), await tag("habits")];
    await reslug(birds.id, "songbirds");
    await rename(habits.id, "Rituals");
    await buildCategory(app.context.db, { slug: "birds" });
    await buildTag(app.context.db, { slug: "habits" });
    expect(await at("/view-all?category=birds")).toEqual([200, null]);
    expect(await at("/category/birds/feed.json")).toEqual([200, null]);
    expect(await at("/tag/habits/feed.xml")).toEqual([200, null]);
    expect(await api("?category=birds")).toEqual({ posts: [], total: 0, total_is_capped: false, page: 1, pages: 0, limit: 6 });
  });
});

describe("a changed slug", () => {
  it("redirects to the new list, with the rest of the URL", async () => {
    const { id } = await category("birds");
    await reslug(id, "songbirds");
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=songbirds"]);
    expect(await at("/view-all?category=birds", "HEAD")).toEqual([301, "/view-all?category=songbirds"]);
    expect(await at("/view-all?utm_source=mail&category=birds&page=2&search=larks+of&ref=")).toEqual([
      301,
      "/view-all?utm_source=mail&category=songbirds&page=2&search=larks+of&ref=",
    ]);
    expect(await at("/view-all?category=songbirds")).toEqual([200, null]);
  });

  it("of a tag does so too, in any script; both may have changed at once", async () => {
    const [{ id }, birds] = [await tag("été"), await category("birds")];
    await rename(id, "Sommer & Söhne");
    expect(await at("/view-all?tag=%C3%A9t%C3%A9")).toEqual([301, "/view-all?tag=sommer-%26-s%C3%B6hne"]);
    await reslug(birds.id, "songbirds");
    expect(await at("/view-all?tag=%C3%A9t%C3%A9&category=birds")).toEqual([
      301,
      "/view-all?tag=sommer-%26-s%C3%B6hne&category=songbirds",
    ]);
    expect(await at("/view-all?tag=unknown&category=birds")).toEqual([301, "/view-all?tag=unknown&category=songbirds"]);
  });

  it.each(FEEDS)("redirects to the new %s", async (file) => {
    const [birds, { id }] = [await category("birds"), await tag("été")];
    await reslug(birds.id, "songbirds");
    await rename(id, "Sommer & Söhne");
    for (const method of ["GET", "HEAD"]) {
      expect(await at(`/category/birds/${file}?reader=7`, method)).toEqual([301, `/category/songbirds/${file}?reader=7`]);
      expect(await at(`/tag/%C3%A9t%C3%A9/${file}`, method)).toEqual([301, `/tag/sommer-%26-s%C3%B6hne/${file}`]);
    }
    expect(await at(`/category/songbirds/${file}`)).toEqual([200, null]);
    const { headers } = await app.actors.anonymous.get(`/category/birds/${file}`);
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  });

  it("redirects in one hop, however often it changed, and in no circle when it comes back", async () => {
    const [birds, habits] = [await category("birds"), await tag("habits")];
    for (const slug of ["second", "third"]) {
      await reslug(birds.id, slug);
      await rename(habits.id, slug);
    }
    for (const [kind, old] of [
      ["category", "birds"],
      ["category", "second"],
      ["tag", "habits"],
      ["tag", "second"],
    ])
      expect(await at(`/view-all?${kind}=${old}`)).toEqual([301, `/view-all?${kind}=third`]);
    await reslug(birds.id, "birds");
    expect(await at("/view-all?category=birds")).toEqual([200, null]);
    expect(await at("/view-all?category=third")).toEqual([301, "/view-all?category=birds"]);
  });

  it("isn't cached as a page, because anybody can invent any number of such URLs", async () => {
    const { id } = await category("birds");
    await reslug(id, "songbirds");
    await app.actors.anonymous.get("/view-all?category=birds&page=7");
    expect(app.app.pages.cached("/view-all?category=birds&page=7", false)).toBeUndefined();
  });

  it("is answered by the API with the list by its current slug", async () => {
    const [birds, habits] = [await category("birds"), await tag("habits")];
    await reslug(birds.id, "songbirds");
    await rename(habits.id, "Rituals");
    const byCategory = await api("?category=birds");
    expect([byCategory.total, byCategory.posts[0]?.id]).toEqual([1, birds.post.id]);
    expect(byCategory.moved_to).toEqual({ category: "songbirds" });
    expect(await api("?tag=habits&search=wrens")).toMatchObject({
      total: 1,
      posts: [{ id: habits.post.id }],
      moved_to: { tag: "rituals" },
    });
    expect(await api("?category=songbirds")).not.toHaveProperty("moved_to");
  });
});

describe("a merged tag", () => {
  it("redirects to the one that stays, and so do its former slugs", async () => {
    const [habit, rituals] = [await tag("habit"), await tag("rituals")];
    await rename(habit.id, "Habits");
    await admin.post(`/api/admin/tags/${habit.id}/merge`, { into: rituals.id });
    for (const old of ["habit", "habits"]) {
      expect(await at(`/view-all?tag=${old}`)).toEqual([301, "/view-all?tag=rituals"]);
      expect(await at(`/tag/${old}/feed.xml`)).toEqual([301, "/tag/rituals/feed.xml"]);
    }
    const rites = await tag("rites");
    await admin.post(`/api/admin/tags/${rituals.id}/merge`, { into: rites.id });
    expect(await at("/view-all?tag=habit")).toEqual([301, "/view-all?tag=rites"]);
  });

  it("leaves its slug to a new tag", async () => {
    const [habit, rituals] = [await tag("habit"), await tag("rituals")];
    await admin.post(`/api/admin/tags/${habit.id}/merge`, { into: rituals.id });
    await tag("habit");
    expect(await at("/view-all?tag=habit")).toEqual([200, null]);
  });
});

describe("a category whose posts went to another", () => {
  it("redirects there with all former slugs; through several, and back when it is restored", async () => {
    const [birds, nature, outside] = [await category("birds"), await category("nature"), await category("outside")];
    await reslug(birds.id, "songbirds");
    await remove(birds.id, nature.id);
    for (const old of ["birds", "songbirds"]) {
      expect(await at(`/view-all?category=${old}`)).toEqual([301, "/view-all?category=nature"]);
      expect(await at(`/category/${old}/feed.json`)).toEqual([301, "/category/nature/feed.json"]);
    }
    await remove(nature.id, outside.id);
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=outside"]);
    await restore(nature.id);
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=nature"]);
    await restore(birds.id);
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=songbirds"]);
    expect(await at("/view-all?category=songbirds")).toEqual([200, null]);
  });

  it("redirects there also once it is deleted permanently", async () => {
    const [birds, nature] = [await category("birds"), await category("nature")];
    await remove(birds.id, nature.id);
    expect((await admin.delete(`/api/admin/trash/category/${birds.id}`)).status).toBe(204);
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=nature"]);
  });

  it("has no redirect while that one is in the trash without an heir, and is deleted with it", async () => {
    const [birds, nature] = [await category("birds"), await category("nature")];
    await remove(birds.id, nature.id);
    await remove(nature.id);
    expect(await at("/category/birds/feed.xml")).toEqual([404, null]);
    await restore(nature.id);
    expect(await at("/category/birds/feed.xml")).toEqual([301, "/category/nature/feed.xml"]);
    await remove(nature.id);
    await admin.post("/api/admin/trash/empty", {});
    for (const table of ["category_slugs", "category_heirs"] as const)
      expect(await app.context.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it("that is restored under another slug keeps its former ones", async () => {
    const birds = await category("birds");
    await reslug(birds.id, "songbirds");
    await remove(birds.id);
    await category("songbirds");
    await restore(birds.id);
    expect(await at("/view-all?category=birds")).toEqual([301, "/view-all?category=songbirds-2"]);
    expect(await at("/view-all?category=songbirds")).toEqual([200, null]);
  });
});

test("there are no redirects during maintenance", async () => {
  const { id } = await category("birds");
  await reslug(id, "songbirds");
  const { db } = app.context;
  await db.updateTable("settings").set({ value: '{"maintenanceMode":true}' }).execute();
  await app.app.contentChanged();
  const answers = [await at("/view-all?category=birds"), await at("/category/birds/feed.xml")];
  await db.updateTable("settings").set({ value: "{}" }).execute();
  await app.app.contentChanged();
  expect(answers).toEqual([
    [503, null],
    [503, null],
  ]);
});
