import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { withStatementLog } from "../../app/platform/database/statement-log.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildPost, buildTag } from "../builders.ts";
import statementCounts from "./statement-counts.json" with { type: "json" };

let site: TestApp;
/** Where the site's clock stands still; undefined while it runs. */
let stopped: Date | undefined;
let ids: { published: string; draft: string };

beforeAll(async () => {
  site = await createTestApp({ clock: { now: () => stopped ?? new Date() } });
  const { db } = site.context;
  const category = await buildCategory(db, { name: "Wellness", slug: "wellness", color: "#009696" });
  const tag = await buildTag(db, { name: "Habits", slug: "habits" });
  const published = await buildPost(db, {
    title: "On <keeping> a diary & a pen",
    slug: "on-keeping-a-diary",
    description: "Two lines a day.",
    category_id: category.id,
    tags: [tag.id],
    featured: true,
    content_html: "<p>Write it down.</p>",
  });
  for (let n = 0; n < 8; n += 1) await buildPost(db, { category_id: category.id });
  const draft = await buildPost(db, { slug: "not-yet-written", status: "draft", published_at: null });
  ids = { published: published.id, draft: draft.id };
});
beforeEach(() => site.app.contentChanged());
afterAll(() => site.close());

const get = (path: string, headers?: Record<string, string>) => site.actors.anonymous.get(path, headers);

describe("refusals", () => {
  it.each([
    ["/nothing/here", "Oops! Page not found"],
    ["/story", "Oops! Page not found"],
    ["/%E0%A4%A", "Oops! Page not found"],
    ["/story/%E0%A4%A", "Oops! Page not found"],
    ["/story/unknown-article", "Article Not Found"],
    ["/story/not-yet-written", "Article Not Found"],
    ["/story/NOT A SLUG", "Article Not Found"],
    ["/story/00000000-0000-4000-8000-000000000000", "Article Not Found"],
  ])("%s is a real 404", async (path, text) => {
    const { status, text: html } = await get(path);
    expect(status).toBe(404);
    expect(html).toContain(text);
    expect(html).toContain('href="/"');
  });

  it("does not show a draft by its id", async () => {
    expect((await get(`/story/${ids.draft}`)).status).toBe(404);
  });

  it("accepts no writes", async () => {
    expect((await site.actors.anonymous.post("/about", {})).status).toBe(404);
  });
});

describe("redirects", () => {
  it("lead from the id to the current path permanently", async () => {
    const { status, headers } = await get(`/story/${ids.published}`);
    expect([status, headers.get("location")]).toEqual([301, "/story/on-keeping-a-diary"]);
  });

  it("lead from every former slug to the current one", async () => {
    const { db } = site.context;
    const post = await buildPost(db, { slug: "first-name" });
    for (const slug of ["second-name", "third-name"]) {
      await db.updateTable("posts").set({ slug }).where("id", "=", post.id).execute();
    }
    site.app.pages.forget();
    for (const old of ["first-name", "second-name"]) {
      const { status, headers } = await get(`/story/${old}`);
      expect([old, status, headers.get("location")]).toEqual([old, 301, "/story/third-name"]);
    }
    expect((await get("/story/third-name")).status).toBe(200);
  });

  it("form no circle when an article gets its former slug back", async () => {
    const { db } = site.context;
    const post = await buildPost(db, { slug: "there-first" });
    const rename = async (slug: string) => {
      await db.updateTable("posts").set({ slug }).where("id", "=", post.id).execute();
      site.app.pages.forget();
    };
    await rename("and-back");
    const { status, headers } = await get("/story/there-first");
    expect([status, headers.get("location")]).toEqual([301, "/story/and-back"]);
    expect(headers.get("cache-control"), "no browser keeps it unasked").toBe("public, max-age=0, must-revalidate");
    await rename("there-first");
    expect((await get("/story/there-first", { "if-none-match": headers.get("etag") ?? "" })).status).toBe(200);
    const back = await get("/story/and-back", { "if-none-match": headers.get("etag") ?? "" });
    expect([back.status, back.headers.get("location")]).toEqual([301, "/story/there-first"]);
  });

  it("lead from /categories to the listing", async () => {
    const { status, headers } = await get("/categories");
    expect([status, headers.get("location")]).toEqual([301, "/view-all"]);
  });
});

describe("pages", () => {
  it.each([
    ["/", "Ideas that soar beyond limits."],
    ["/story/on-keeping-a-diary", "Write it down."],
    ["/view-all", "All Articles"],
    ["/view-all?category=wellness", " in Wellness"],
    ["/view-all?search=diary", "<mark>diary</mark>"],
    ["/view-all?search=zzzzzz", "No articles found"],
    ["/view-all?page=9999", "No articles found"],
    ["/view-all?page=-1&search=%00&category=A%20B&tag=%20", "Showing"],
    ["/about", "Our mission"],
    ["/privacy", "Privacy"],
    ["/terms", "Terms"],
  ])("%s says %s", async (path, text) => {
    const { status, text: html, headers } = await get(path);
    expect(status).toBe(200);
    expect(html).toContain(text);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("script-src 'self';");
  });

  it("have nothing inline that the content policy would have to allow", async () => {
    for (const path of ["/", "/story/on-keeping-a-diary", "/view-all", "/about", "/nope"]) {
      const { text } = await get(path);
      expect(text).not.toMatch(/\sstyle=|<style|\son\w+=/);
      const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes ?? "");
      for (const attributes of scripts) expect(attributes).toMatch(/src=|type="application\/(ld\+)?json"/);
    }
  });

  it("escape what authors write", async () => {
    const { text } = await get("/story/on-keeping-a-diary");
    expect(text).toContain("On &lt;keeping&gt; a diary &amp; a pen");
    expect(text).not.toContain("<keeping>");
  });

  it("are the same bytes each time, and 304 for clients that have them", async () => {
    const first = await get("/view-all", { "accept-encoding": "identity" });
    site.app.pages.forget();
    const again = await get("/view-all", { "accept-encoding": "identity" });
    expect(again.text).toBe(first.text);
    const etag = first.headers.get("etag") ?? "";
    expect((await get("/view-all", { "if-none-match": etag, "accept-encoding": "identity" })).status).toBe(304);
  });

  it("are rendered once for concurrent requests", async () => {
    const { statements } = await withStatementLog(() => Promise.all(Array.from({ length: 20 }, () => get("/view-all"))));
    expect(statements.length).toBeLessThanOrEqual(statementCounts["/view-all"]);
  });
});

describe("cached pages", () => {
  const isCached = (address: string) => site.app.pages.cached(address, false) !== undefined;

  it("survive invented URLs, of which only fifty searches are cached", async () => {
    // However long this takes, no page grows too old meanwhile.
    stopped = new Date();
    onTestFinished(() => {
      stopped = undefined;
    });
    for (const path of ["/", "/about", "/view-all"]) await get(path);
    const long = "lark ".repeat(1400);
    const madeUp = [
      (n: number) => `category=made-up-${n}`,
      (n: number) => `tag=made-up-${n}`,
      (n: number) => `search=made+up+${n}`,
      (n: number) => `search=${encodeURIComponent(String.fromCodePoint(0x4e00 + n))}`,
      (n: number) => `search=article&nothing=${n}`,
      (n: number) => `search=${long}${n}`,
      (n: number) => `page=${100 + n}`,
      (n: number) => `page=-${n}`,
      (n: number) => `category=wellness&page=${100 + n}`,
      (n: number) => `utm_source=${n}`,
    ];
    // Each of them finds something, so they fill the room for searches.
    const words = Array.from({ length: 60 }, (_, n) => `lark${n}song`);
    await buildPost(site.context.db, { content_text: words.join(" ") });
    const found = words.map((word) => `/view-all?search=${word}`);
    for (const query of found) await get(query);
    expect([found[0], found.at(-1)].map((address = "") => isCached(address))).toEqual([false, true]);
    const before = site.app.pages.figures().pages;
    for (let n = 0; n < 13; n++) await Promise.all(madeUp.map((query) => get(`/view-all?${query(n)}`)));
    expect(site.app.pages.figures().pages, "pages that are cached").toBe(before);
    expect(["/", "/about", "/view-all"].filter(isCached)).toEqual(["/", "/about", "/view-all"]);
  });

  it("are one for all spellings of one listing", async () => {
    const { statements } = await withStatementLog(async () => {
      await get("/view-all?page=1&category=wellness");
      await get("/view-all?category=wellness&page=0&search=%20&tag=a%20b&other=x");
    });
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(isCached("/view-all?category=wellness")).toBe(true);
  });

  it("are one for all spellings of one article", async () => {
    const { text } = await get("/story/on%2Dkeeping%2Da-diary");
    expect(text).toContain("Write it down.");
    expect(isCached("/story/on-keeping-a-diary")).toBe(true);
  });

  it.each(["/view-all?category=nothing-here", "/view-all?search=zzzzzz", "/view-all?page=9999", "/story/nothing-here"])(
    "leave out %s, which shows nothing",
    async (path) => {
      await get(path);
      expect(isCached(path)).toBe(false);
    },
  );
});

describe("statements per uncached page", () => {
  it.each(Object.entries(statementCounts))("%s: at most %i", async (path, most) => {
    const { statements } = await withStatementLog(() => get(path));
    // A page with fewer lowers the number in statement-counts.json, which may only fall.
    expect(statements, statements.join("\n")).toHaveLength(most);
    expect(most).toBeLessThanOrEqual(3);
  });
});

describe("a failure", () => {
  it("is the maintenance page during maintenance", async () => {
    const { db } = site.context;
    await db
      .updateTable("settings")
      .set({ value: JSON.stringify({ maintenanceMode: true }) })
      .execute();
    await site.app.contentChanged();
    const { status, headers, text } = await get("/");
    await db.updateTable("settings").set({ value: sql`'{}'` }).execute();
    await site.app.contentChanged();
    expect([status, headers.get("retry-after")]).toEqual([503, "600"]);
    expect(text).toContain("Skylark");
    expect((await get("/")).status).toBe(200);
  });

  it("is named on the page, without any SQL, and not cached", async () => {
    const broken = await createTestApp();
    await buildPost(broken.context.db, { featured: true });
    await broken.context.db.schema.alterTable("posts").renameTo("elsewhere").execute();
    const home = await broken.actors.anonymous.get("/");
    expect(home.status).toBe(503);
    expect(home.text).toContain("Error loading featured posts. Please try again later.");
    const listing = await broken.actors.anonymous.get("/view-all");
    expect(listing.text).toContain("Error Loading Posts");
    expect(listing.status).toBe(503);
    const story = await broken.actors.anonymous.get("/story/some-article");
    expect(story.status).toBe(503);
    expect(story.text).toContain("Article Not Found");
    for (const { text } of [home, listing, story]) expect(text).not.toMatch(/relation|elsewhere|\.ts:/i);
    await broken.context.db.schema.alterTable("elsewhere").renameTo("posts").execute();
    expect((await broken.actors.anonymous.get("/")).status).toBe(200);
    await broken.close();
  });
});
