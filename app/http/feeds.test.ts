import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../test/app/create-test-app.ts";
import { buildCategory, buildPost, buildTag, buildUser } from "../../test/builders.ts";
import { storePost } from "../domain/posts/create-post.ts";

const SITE = "https://blog.example";
const TITLE = 'Tea & "Toast" <b>]]> \u000b done';
const SHOWN = 'Tea & "Toast" <b>]]>  done';
let app: TestApp;
let id: string;

const get = async (path: string, headers: Record<string, string> = {}) => app.fetch(new Request(SITE + path, { headers }));
const xml = async (path: string) => {
  const text = await (await get(path)).text();
  expect(XMLValidator.validate(text)).toBe(true);
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    parseTagValue: false,
    isArray: (name) => ["item", "entry"].includes(name),
  }).parse(text);
};

beforeAll(async () => {
  app = await createTestApp({ siteUrl: SITE });
  const { db } = app.context;
  const author = await buildUser(db, { full_name: "Ines & Co" });
  const food = await buildCategory(db, { slug: "food", name: "Food & drink", description: "What's <on> the table" });
  await buildCategory(db, { slug: "empty", name: "Empty" });
  const tag = await buildTag(db, { slug: "été", name: "Été" });
  for (let n = 0; n < 24; n += 1)
    await buildPost(db, { slug: `filler-${n}`, updated_at: new Date("2025-01-01T00:00:00Z"), tags: n === 0 ? [tag.id] : [] });
  await buildPost(db, { status: "draft", slug: "a-draft", title: "A draft" });
  const post = await storePost(app.context, {
    title: TITLE,
    slug: "tea-and-toast",
    description: "Butter & jam",
    content:
      '<h2>Top</h2><p><a href="/about">a</a><a href="#top">b</a><a href="https://a.example/?x=1&y=2">c</a><img src="/media/a.png"></p><table></table>',
    status: "published",
    category_id: food.id,
    author_id: author.id,
    tags: ["Breakfast", "été"],
    published_at: new Date("2026-02-03T04:05:06Z"),
    updated_at: new Date("2026-02-04T00:00:00Z"),
  });
  id = post.id;
});
afterAll(() => app.close());

describe("RSS", () => {
  it("contains the twenty newest articles in full", async () => {
    const { rss } = await xml("/feed.xml");
    const { channel } = rss;
    expect(rss["@version"]).toBe("2.0");
    expect(channel).toMatchObject({ title: "Skylark", link: `${SITE}/`, lastBuildDate: "Wed, 04 Feb 2026 00:00:00 GMT" });
    expect(channel["atom:link"]).toEqual({ "@href": `${SITE}/feed.xml`, "@rel": "self", "@type": "application/rss+xml" });
    expect(channel.item).toHaveLength(20);
    const [item] = channel.item;
    expect(item).toMatchObject({
      title: SHOWN.replace("\u000b", ""),
      link: `${SITE}/story/tea-and-toast`,
      guid: { "#text": `urn:uuid:${id}`, "@isPermaLink": "false" },
      pubDate: "Tue, 03 Feb 2026 04:05:06 GMT",
      "dc:creator": "Ines & Co",
      category: ["Food & drink", "Breakfast", "Été"],
      description: "Butter & jam",
    });
    expect(channel.item.map((one: { title: string }) => one.title)).not.toContain("A draft");
  });

  it("has absolute links in the content, and nothing that only the page needs", async () => {
    const { rss } = await xml("/feed.xml");
    const html: string = rss.channel.item[0]["content:encoded"];
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map((match) => match[1])).toEqual([
      `${SITE}/about`,
      `${SITE}/story/tea-and-toast#h-top`,
      "https://a.example/?x=1&amp;y=2",
      `${SITE}/media/a.png`,
    ]);
    expect(html).not.toContain("tabindex");
  });
});

describe("Atom", () => {
  it("has what RFC 4287 requires", async () => {
    const { feed } = await xml("/atom.xml");
    expect(feed["@xmlns"]).toBe("http://www.w3.org/2005/Atom");
    expect(feed).toMatchObject({ id: `${SITE}/`, title: "Skylark", updated: "2026-02-04T00:00:00.000Z" });
    expect(feed.link.map((link: Record<string, string>) => [link["@rel"], link["@href"]])).toEqual([
      ["self", `${SITE}/atom.xml`],
      ["alternate", `${SITE}/`],
    ]);
    expect(feed.entry).toHaveLength(20);
    expect(feed.entry[0]).toMatchObject({
      id: `urn:uuid:${id}`,
      title: SHOWN.replace("\u000b", ""),
      published: "2026-02-03T04:05:06.000Z",
      updated: "2026-02-04T00:00:00.000Z",
      author: { name: "Ines & Co" },
      link: { "@rel": "alternate", "@type": "text/html", "@href": `${SITE}/story/tea-and-toast` },
    });
    expect(feed.entry[0].content["@type"]).toBe("html");
    for (const entry of feed.entry) for (const part of ["id", "title", "updated", "author"]) expect(entry[part]).toBeTruthy();
  });
});

describe("JSON Feed", () => {
  it("is version 1.1", async () => {
    const answer = await get("/feed.json");
    expect(answer.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    const feed = (await answer.json()) as { items: Record<string, unknown>[] };
    expect(feed).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "Skylark",
      home_page_url: `${SITE}/`,
      feed_url: `${SITE}/feed.json`,
    });
    expect(feed.items).toHaveLength(20);
    expect(feed.items[0]).toMatchObject({
      id: `urn:uuid:${id}`,
      url: `${SITE}/story/tea-and-toast`,
      title: TITLE,
      date_modified: "2026-02-04T00:00:00.000Z",
      authors: [{ name: "Ines & Co" }],
      tags: ["Food & drink", "Breakfast", "Été"],
    });
  });
});

describe("feeds of a category or a tag", () => {
  it("contain only its articles and link to its page", async () => {
    const { rss } = await xml("/category/food/feed.xml");
    expect(rss.channel).toMatchObject({
      title: "Food & drink · Skylark",
      description: "What's <on> the table",
      link: `${SITE}/view-all?category=food`,
    });
    expect(rss.channel.item).toHaveLength(1);
    const { feed } = await xml(`/tag/${encodeURIComponent("été")}/atom.xml`);
    expect(feed.entry.map((entry: { link: Record<string, string> }) => entry.link["@href"])).toEqual([
      `${SITE}/story/tea-and-toast`,
      `${SITE}/story/filler-0`,
    ]);
    expect(feed.link[0]["@href"]).toBe(`${SITE}/tag/%C3%A9t%C3%A9/atom.xml`);
    expect((await get("/tag/breakfast/feed.json")).status).toBe(200);
  });

  it("exist for an empty category, with its date", async () => {
    const { feed } = await xml("/category/empty/atom.xml");
    expect(feed.entry).toBeUndefined();
    expect(Date.parse(feed.updated)).toBeGreaterThan(Date.UTC(2020));
  });

  it.each([
    "/category/none/feed.xml",
    "/tag/none/feed.json",
    "/category/%00/feed.xml",
    "/tag/a%00b/atom.xml",
    "/tag/%ff/feed.xml",
    "/category/A%20B/feed.xml",
  ])("%s is not found", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("requesting a feed again", () => {
  it("costs nothing while nothing has changed", async () => {
    const first = await get("/feed.xml");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get("last-modified")).toBe("Wed, 04 Feb 2026 00:00:00 GMT");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    const again = await get("/feed.xml", { "if-none-match": `"x", ${etag}` });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await get("/feed.xml", { "if-modified-since": "Wed, 04 Feb 2026 00:00:00 GMT" })).status).toBe(304);
    expect((await get("/feed.xml", { "if-modified-since": "Thu, 05 Feb 2026 00:00:00 GMT" })).status).toBe(200);
    expect(
      (await get("/feed.xml", { "if-none-match": '"x"', "if-modified-since": "Wed, 04 Feb 2026 00:00:00 GMT" })).status,
    ).toBe(200);
  });

  it("gets an encoding that the client accepts, with its own ETag", async () => {
    const plain = await get("/atom.xml");
    const squeezed = await get("/atom.xml", { "accept-encoding": "gzip" });
    expect(squeezed.headers.get("content-encoding")).toBe("gzip");
    expect(squeezed.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    const body = new Response(squeezed.body?.pipeThrough(new DecompressionStream("gzip")));
    expect(await body.text()).toBe(await plain.text());
  });

  it("gets the same ids and new URLs after a slug has changed", async () => {
    const before = await get("/feed.xml");
    await app.context.db.updateTable("posts").set({ slug: "toast-and-tea" }).where("id", "=", id).execute();
    const after = await get("/feed.xml", { "if-none-match": before.headers.get("etag") ?? "" });
    expect(after.status).toBe(200);
    const { rss } = await xml("/feed.xml");
    expect(rss.channel.item[0]).toMatchObject({ link: `${SITE}/story/toast-and-tea`, guid: { "#text": `urn:uuid:${id}` } });
  });
});
