import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Redirect } from "../../app/domain/redirects/redirect.ts";
import { REDIRECT_MESSAGES } from "../../app/domain/redirects/redirect-rules.ts";
import type { ErrorBody } from "../../app/http/errors.ts";
import { createFastPath } from "../../app/http/fast-path.ts";
import { pageOf } from "../../app/http/pages/serve.ts";
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
afterAll(() => app.close());
beforeEach(async () => {
  await app.context.db.deleteFrom("redirects").execute();
  await app.app.contentChanged();
});

const create = async <T = Redirect>(from_path: string, to_path: string) => {
  const answer = await admin.post<T>("/api/admin/redirects", { from_path, to_path });
  await app.app.contentChanged();
  return answer;
};
const visit = async (path: string) => {
  const { status, headers } = await app.actors.anonymous.get(path);
  return [status, headers.get("location")];
};

describe("a feed's path on another system", () => {
  test.each([
    ["/feed", "/feed.xml"],
    ["/feed/", "/feed.xml"],
    ["/feed/rss2/", "/feed.xml"],
    ["/feed/atom/", "/atom.xml"],
    ["/comments/feed/", "/feed.xml"],
    ["/rss", "/feed.xml"],
    ["/rss/", "/feed.xml"],
    ["/rss.xml", "/feed.xml"],
    ["/index.xml", "/feed.xml"],
    ["/author/ada/feed/", "/feed.xml"],
    ["/feeds/posts/default", "/atom.xml"],
    ["/?feed=rss2", "/feed.xml"],
    ["/?feed=rss", "/feed.xml"],
    ["/?feed=atom", "/atom.xml"],
    ["/?feed=comments-rss2", "/feed.xml"],
  ])("%s leads to %s", async (from, to) => {
    expect(await visit(from)).toEqual([301, to]);
    expect((await app.actors.anonymous.get(to)).status).toBe(200);
  });

  test("a feed that exists answers as before, and one without a known format is the home page", async () => {
    expect(await visit("/atom.xml")).toEqual([200, null]);
    expect(await visit("/?feed=nonsense")).toEqual([200, null]);
    expect(await visit("/feed/nonsense")).toEqual([404, null]);
  });

  test("the owner's own redirect wins", async () => {
    await create("/feed", "/about");
    expect(await visit("/feed/")).toEqual([301, "/about"]);
  });
});

describe("the feed of a category or tag", () => {
  test("leads to the one here that has the slug, had it, or that its list leads to", async () => {
    const { db } = app.context;
    await buildCategory(db, { slug: "wellness" });
    const tag = await buildTag(db, { slug: "vögel", name: "Vögel" });
    await db.insertInto("tag_slugs").values({ slug: "birds-once", tag_id: tag.id }).execute();
    expect(await visit("/category/wellness/feed/")).toEqual([301, "/category/wellness/feed.xml"]);
    expect(await visit("/category/health/wellness/feed/atom/")).toEqual([301, "/category/wellness/atom.xml"]);
    expect(await visit("/tag/v%c3%b6gel/rss/")).toEqual([301, "/tag/v%C3%B6gel/feed.xml"]);
    expect(await visit("/tags/birds-once/index.xml")).toEqual([301, "/tag/v%C3%B6gel/feed.xml"]);
    await create("/tag/news", "/view-all?category=wellness");
    expect(await visit("/tag/news/rss/")).toEqual([301, "/category/wellness/feed.xml"]);
  });

  test("leads nowhere without such a category or tag", async () => {
    expect(await visit("/category/nothing/feed/")).toEqual([404, null]);
    expect(await visit("/tag/nothing/feed/")).toEqual([404, null]);
  });
});

describe("a part of a list", () => {
  test("leads where the list leads", async () => {
    await create("/category/news", "/view-all?category=current");
    expect(await visit("/category/news/page/3/")).toEqual([301, "/view-all?category=current"]);
    expect(await visit("/category/world/news/")).toEqual([301, "/view-all?category=current"]);
    expect(await visit("/category/world/news/page/2")).toEqual([301, "/view-all?category=current"]);
    expect(await visit("/page/2/")).toEqual([301, "/view-all"]);
    expect(await visit("/category/others/page/2")).toEqual([404, null]);
  });
});

describe("a plain address of WordPress", () => {
  test("leads to its post, with the rest of its query; others are the home page", async () => {
    const { slug } = await buildPost(app.context.db);
    const { status, body } = await create("/?p=17", `/story/${slug}`);
    expect([status, body.from_path]).toEqual([201, "/?p=17"]);
    expect((await create("/?page_id=4", "/about")).status).toBe(201);
    expect(await visit("/?p=17")).toEqual([301, `/story/${slug}`]);
    expect(await visit("/?utm_source=mail&p=17")).toEqual([301, `/story/${slug}?utm_source=mail`]);
    expect(await visit("/?page_id=4")).toEqual([301, "/about"]);
    for (const path of ["/?p=18", "/?p=17x", "/?p=", "/?page_id=17", "/?q=17", "/"])
      expect(await visit(path)).toEqual([200, null]);
  });

  test("is listed and deleted like any other redirect", async () => {
    const { id } = (await create("/?p=17", "/about")).body;
    const list = await admin.get<{ items: Redirect[] }>("/api/admin/redirects?search=/%3Fp%3D17");
    expect(list.body.items.map(({ from_path }) => from_path)).toEqual(["/?p=17"]);
    expect((await admin.delete(`/api/admin/redirects/${id}`)).status).toBe(204);
    await app.app.contentChanged();
    expect(await visit("/?p=17")).toEqual([200, null]);
  });

  test("is only that: other queries are refused, and so is a circle", async () => {
    for (const from of ["/?p=0", "/?p=1&page_id=2", "/?q=1", "/?p=17#top", "/about?p=17"]) {
      const { status, body } = await create<ErrorBody>(from, "/terms");
      expect([from, status, body.details]).toEqual([from, 400, [{ field: "from_path", rule: REDIRECT_MESSAGES.fromPath }]]);
    }
    const { body } = await create<ErrorBody>("/?p=17", "/?p=17");
    expect(body.details).toEqual([{ field: "to_path", rule: REDIRECT_MESSAGES.loop }]);
  });

  test("may stand in the folder of a blog, whose own redirect it comes before", async () => {
    expect((await create("/blog/", "/view-all")).status).toBe(201);
    const { status, body } = await create("/blog/?p=17", "/about");
    expect([status, body.from_path]).toEqual([201, "/blog?p=17"]);
    expect(await visit("/blog/?p=17")).toEqual([301, "/about"]);
    expect(await visit("/blog?p=18")).toEqual([301, "/view-all?p=18"]);
    const refused = await create<ErrorBody>("/old", "/nothing?p=3");
    expect(refused.body.details).toEqual([{ field: "to_path", rule: REDIRECT_MESSAGES.toMissing }]);
  });

  test("makes no chains", async () => {
    await create("/?p=17", "/about");
    expect((await create("/old", "/?p=17")).body.to_path).toBe("/about");
  });
});

test("cached home pages are answered without the router, but not where their query may name something else", async () => {
  const home = await pageOf(200, "home");
  const answer = createFastPath({
    pageAddress: ({ pathname }) => pathname,
    cachedPage: (address) => (address === "/" ? home : undefined),
    file: () => undefined,
    securityHeaders: () => [],
    observe: () => {},
  });
  const asked = (url: string) =>
    answer({ method: "GET", url, headers: {} } as never, { writeHead: () => {}, end: () => {} } as never);
  for (const url of ["/", "/?utm_source=mail", "/?shop=1"]) expect([url, asked(url)]).toEqual([url, true]);
  for (const url of ["/?p=17", "/?a=b&p=17", "/?page_id=17", "/?feed=rss2"]) expect([url, asked(url)]).toEqual([url, false]);
});
