import { afterEach, beforeEach, expect, test } from "vitest";
import type { ImportRow } from "../../app/domain/imports/imports.sql.ts";
import { createRedirects } from "../../app/domain/redirects/follow-redirects.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeEach(async () => {
  importer = await openImporter({ allows: () => false });
});
afterEach(() => importer.close());

const lead = async (...paths: string[]) => {
  const redirects = createRedirects(importer.ctx);
  return Promise.all(paths.map((path) => redirects.follow(new URL(path, "https://blog.example"))));
};
const deadLinks = ({ report }: ImportRow) =>
  (report.findings ?? [])
    .filter(({ sentence }) => sentence.includes("is broken"))
    .map(({ severity, place, sentence }) => `${severity} ${/“([^”]*)”/.exec(place)?.[1] ?? place}: ${sentence}`);

type Item = { link?: string; id: number; title: string; date?: string; content?: string; terms?: string; status?: string };
/** An item as WordPress 6 writes it (wp-admin/includes/export.php). */
const item = ({ link, id, title, date = "2012-05-31", content = "Words.", terms = "", status = "publish" }: Item) => `
	<item>
		<title><![CDATA[${title}]]></title>
		<link>${link ?? (status === "publish" ? `https://old.example/${date.replaceAll("-", "/")}/${title.toLowerCase()}/` : `https://old.example/?p=${id}`)}</link>
		<pubDate>Thu, 31 May 2012 10:00:00 +0000</pubDate>
		<dc:creator><![CDATA[Ada.L]]></dc:creator>
		<guid isPermaLink="false">https://old.example/?p=${id}</guid>
		<description></description>
		<content:encoded><![CDATA[${content}]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date><![CDATA[${date} 10:00:00]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[${date} 10:00:00]]></wp:post_date_gmt>
		<wp:comment_status><![CDATA[open]]></wp:comment_status>
		<wp:post_name><![CDATA[${title.toLowerCase()}]]></wp:post_name>
		<wp:status><![CDATA[${status}]]></wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:post_type><![CDATA[post]]></wp:post_type>
		<wp:is_sticky>0</wp:is_sticky>
		${terms}
	</item>`;
const wordpress = (items: string[]) => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
	<title>Old</title>
	<link>https://old.example</link>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://old.example</wp:base_site_url>
	<wp:base_blog_url>https://old.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[Ada.L]]></wp:author_login><wp:author_email><![CDATA[ada@old.example]]></wp:author_email><wp:author_display_name><![CDATA[Ada]]></wp:author_display_name></wp:author>
	<wp:category><wp:term_id>2</wp:term_id><wp:category_nicename><![CDATA[world-news]]></wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[World News]]></wp:cat_name></wp:category>
	${items.join("")}
</channel>
</rss>`;
const CATEGORY = '<category domain="category" nicename="world-news"><![CDATA[World News]]></category>';
const TAGS =
  '<category domain="post_tag" nicename="c-2"><![CDATA[C#]]></category><category domain="post_tag" nicename="birds"><![CDATA[Birds]]></category>';

test("lists of WordPress lead to the lists here: categories and tags by their old slugs, authors and dates", async () => {
  await importer.run(wordpress([item({ id: 1, title: "Lark", terms: CATEGORY + TAGS })]));
  expect(
    await lead(
      "/category/world-news/",
      "/category/europe/world-news/page/2/",
      "/category/world-news/feed/",
      "/tag/c-2/",
      "/tag/birds",
    ),
  ).toEqual([
    "/view-all?category=world-news",
    "/view-all?category=world-news",
    "/category/world-news/feed.xml",
    "/view-all?tag=c%23",
    "/view-all?tag=birds",
  ]);
  expect(await lead("/2012/", "/2012/05/", "/2012/05/31/", "/2012/05/page/3/")).toEqual(Array(4).fill("/view-all"));
  expect(await lead("/2012/06/", "/2011/", "/tag/nothing/", "/category/nothing/")).toEqual([null, null, null, null]);
  const authors = await importer.db.selectFrom("redirects").select("from_path").where("from_path", "like", "/author/%").execute();
  expect(authors).toHaveLength(1);
});

test("posts of WordPress are found by their plain addresses, and by a path with too many slashes", async () => {
  const page = "https://old.example/?page_id=2";
  const { report } = await importer.run(
    wordpress([
      item({ id: 1, title: "Lark", link: "https://old.example//birds/lark/" }),
      item({ id: 2, title: "Wren", link: page }),
      item({ id: 3, title: "Owl", link: "https://old.example/?cat=2&name=owl" }),
    ]),
  );
  expect(await lead("/birds/lark/", "/?p=1", "/?page_id=2", "/?p=2", "/?p=3", "/?p=4", "/?p=2&feed=rss2")).toEqual([
    "/story/lark",
    "/story/lark",
    "/story/wren",
    "/story/wren",
    "/story/owl",
    null,
    "/story/wren?feed=rss2",
  ]);
  expect(report.findings?.filter(({ place }) => place === "addresses").map(({ sentence }) => sentence)).toEqual([
    "The old URL https://old.example/?cat=2&name=owl can’t be redirected to its post: only a path, or a query such as ?p=17, can.",
  ]);
});

test("a blog in a folder keeps its home page, feeds and lists there", async () => {
  const links = ["category/world-news/", "tag/birds/", "2012/05/", "feed/", ""].map(
    (to) => `<a href="https://old.example/blog/${to}">x</a>`,
  );
  const row = await importer.run(
    wordpress([item({ id: 1, title: "Lark", content: links.join(" "), terms: CATEGORY + TAGS })])
      .replaceAll("https://old.example", "https://old.example/blog")
      .replaceAll("/blog/blog", "/blog"),
  );
  expect(deadLinks(row)).toEqual([]);
  expect(await lead("/blog/", "/blog", "/blog/page/2/", "/blog/?m=201205", "/blog/?cat=2", "/blog/?author=1")).toEqual([
    "/",
    "/",
    "/view-all",
    "/view-all",
    "/view-all?category=world-news",
    "/view-all",
  ]);
  expect(
    await lead("/blog/feed/", "/blog/?feed=rss2", "/blog/feed/atom/", "/blog/comments/feed/", "/blog/author/ada-l/feed/"),
  ).toEqual(["/feed.xml", "/feed.xml", "/atom.xml", "/feed.xml", "/feed.xml"]);
  expect(
    await lead(
      "/blog/category/world-news/",
      "/blog/category/europe/world-news/page/2/",
      "/blog/category/world-news/feed/",
      "/blog/tag/c-2/",
      "/blog/tag/birds/feed/atom/",
      "/blog/author/ada-l/",
      "/blog/2012/",
      "/blog/2012/05/31/",
    ),
  ).toEqual([
    "/view-all?category=world-news",
    "/view-all?category=world-news",
    "/category/world-news/feed.xml",
    "/view-all?tag=c%23",
    "/tag/birds/atom.xml",
    "/view-all",
    "/view-all",
    "/view-all",
  ]);
  // Nobody asked for these.
  expect(await lead("/category/world-news/", "/tag/birds/", "/author/ada-l/", "/2012/", "/blog/tag/nothing/")).toEqual(
    Array(5).fill(null),
  );
});

test("a list of Jekyll is below the path of its baseurl", async () => {
  const post = "---\ntitle: Lark\ncategories: birds\ntags: [wren]\n---\nWords.";
  const config = "url: https://old.example\nbaseurl: /notes\n";
  await importer.run(await zipOf({ "_config.yml": config, "_posts/2012-05-31-lark.md": post }));
  expect(await lead("/notes/", "/notes/tags/wren/", "/notes/categories/birds/", "/notes/feed.xml", "/tags/wren/")).toEqual([
    "/",
    "/view-all?tag=wren",
    "/view-all?category=birds",
    "/feed.xml",
    null,
  ]);
});

test("a category that only holds others leads to them, and what is below a post to the post", async () => {
  const holder = (name: string, parent = "") =>
    `<wp:category><wp:term_id>${name.length}</wp:term_id><wp:category_nicename>${name}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${name}</wp:cat_name></wp:category>`;
  const within = (name: string) => `<category domain="category" nicename="${name}"><![CDATA[${name}]]></category>`;
  const file = wordpress([
    item({ id: 1, title: "Lark", terms: within("alps") }),
    item({ id: 2, title: "Wren", terms: within("coasts") }),
  ]).replace(
    "<wp:category>",
    `${holder("trips")}${holder("alps", "trips")}${holder("coasts", "trips")}${holder("all")}${holder("hills", "alps")}${holder("outer", "trips")}<wp:category>`,
  );
  await importer.run(file);
  expect(await lead("/category/trips/", "/category/trips/alps/", "/?cat=5", "/category/all/", "/category/outer/")).toEqual([
    "/view-all",
    "/view-all?category=alps",
    "/view-all",
    null,
    null,
  ]);
  expect(
    await lead(
      "/2012/05/31/lark/feed/",
      "/2012/05/31/lark/comment-page-2/",
      "/2012/05/31/wren/trackback/",
      "/2012/05/31/owl/feed/",
    ),
  ).toEqual(["/story/lark", "/story/lark", "/story/wren", null]);
  expect(await lead("/?m=20120531", "/?category_name=alps", "/?m=201106", "/?cat=99", "/?author=1")).toEqual([
    "/view-all",
    "/view-all?category=alps",
    null,
    null,
    "/view-all",
  ]);
});

test("plain addresses of a blog in a folder lead on there, and links to them aren't called dead", async () => {
  const links = '<a href="/blog/?p=2">wren</a> <a href="/blog/?p=9">nobody</a> <a href="/about?p=2">the second page</a>';
  const row = await importer.run(
    wordpress([
      item({ id: 1, title: "Lark", content: links, link: "https://old.example/blog/2012/05/31/lark/" }),
      item({ id: 2, title: "Wren", link: "https://old.example/blog/?p=2" }),
    ]).replaceAll(">https://old.example<", ">https://old.example/blog<"),
  );
  expect(
    await lead("/blog/?p=1", "/blog?p=1", "/blog/?utm_source=x&p=2", "/blog/?p=3", "/?p=1", "/blog/2012/05/31/lark/"),
  ).toEqual(["/story/lark", "/story/lark", "/story/wren?utm_source=x", "/?p=3", null, "/story/lark"]);
  expect(deadLinks(row)).toEqual(["changed Lark: Its link to “/blog?p=9” is broken: no page here has this URL."]);
});

test("a path that already leads to another article stays so, and is reported", async () => {
  const other = (items: string[]) => wordpress(items).replaceAll("old.example", "other.example");
  await importer.run(wordpress([item({ id: 4, title: "Lark" })]));
  const checked = await importer.check(other([item({ id: 4, title: "Owl", date: "2013-01-01" })]));
  const { report } = await importer.start(checked.id);
  const reported = report.findings?.filter(({ sentence }) => sentence.includes("already leads"));
  expect(reported).toEqual([
    {
      severity: "kept",
      place: expect.stringContaining("Owl"),
      sentence: "“/?p=4” already leads to another article here: it stays so.",
    },
  ]);
  expect(report.counts?.redirects).toEqual(checked.report.counts?.redirects);
  expect(report.counts?.redirects.skipped).toBe(1);
  expect(await lead("/?p=4", "/2013/01/01/owl/")).toEqual(["/story/lark", "/story/owl"]);
});

test("several slashes count as one", async () => {
  await importer.run(wordpress([item({ id: 1, title: "Lark", link: "https://old.example//greek/lark/" })]));
  expect(
    await lead("/greek/lark/", "/greek//lark", "https://blog.example//greek/lark/?a=b", "https://blog.example//owl/"),
  ).toEqual(["/story/lark", "/story/lark", "/story/lark?a=b", null]);
});

test("an owner's redirect stays, and a second import adds none", async () => {
  const values = { from_path: "/tag/birds", to_path: "/about" };
  await importer.db.insertInto("redirects").values(values).execute();
  const file = wordpress([item({ id: 1, title: "Lark", terms: TAGS })]);
  const { id, report } = await importer.check(file);
  const done = await importer.start(id);
  expect(done.report.counts?.redirects).toEqual(report.counts?.redirects);
  expect(await lead("/tag/birds/")).toEqual(["/about"]);
  expect((await importer.run(file)).report.counts?.redirects.added).toBe(0);
});

test("lists of Ghost lead to categories and tags, those of its authors to all articles", async () => {
  const tag = (id: string, name: string, slug: string) => ({ id, name, slug, visibility: "public" });
  const post = {
    id: "p1",
    title: "Lark",
    slug: "lark",
    status: "published",
    type: "post",
    html: "<p>Words</p>",
    published_at: "2020-01-02T00:00:00.000Z",
    created_at: "2020-01-02T00:00:00.000Z",
  };
  const data = {
    // A tag that comes first on several posts becomes a category.
    posts: [post, { ...post, id: "p2", title: "Wren", slug: "wren" }],
    tags: [tag("t1", "Birds", "the-birds"), tag("t2", "Morning Light", "light")],
    users: [{ id: "u1", name: "Ada", slug: "ada", email: "ada@old.example" }],
    posts_tags: [
      { id: "a", post_id: "p1", tag_id: "t1", sort_order: 0 },
      { id: "b", post_id: "p1", tag_id: "t2", sort_order: 1 },
      { id: "d", post_id: "p2", tag_id: "t1", sort_order: 0 },
    ],
    posts_authors: [{ id: "c", post_id: "p1", author_id: "u1", sort_order: 0 }],
  };
  await importer.run(JSON.stringify({ db: [{ meta: { version: "5.88.0" }, data }] }));
  const [birds, light, author, feed] = await lead("/tag/the-birds/", "/tag/light/", "/author/ada/", "/tag/light/rss/");
  expect(birds).toMatch(/^\/view-all\?category=/);
  expect([light, author, feed]).toEqual(["/view-all?tag=morning-light", "/view-all", "/tag/morning-light/feed.xml"]);
});

test("lists of Jekyll and Hugo lead to categories and tags", async () => {
  const text = "---\ntitle: Lark\ndate: 2024-01-02\ncategories: [Birds]\ntags: [morning light]\n---\nWords.";
  await importer.run(await zipOf({ "blog/_posts/2024-01-02-lark.md": text }));
  expect(await lead("/categories/birds/", "/tags/morning-light/", "/tags/morning-light/index.xml")).toEqual([
    "/view-all?category=birds",
    "/view-all?tag=morning-light",
    "/tag/morning-light/feed.xml",
  ]);
});

test("links that lead nowhere are findings with their address, the same in the check and in the run", async () => {
  const link = (to: string) => `<a href="${to}">there</a>`;
  const content = [
    "https://old.example/2012/05/31/wren/",
    "https://www.old.example/2012/05/31/wren/?replytocom=4#respond",
    "/?p=2",
    "/feed/",
    "/tag/birds/",
    "/2012/05/31/",
    "/about",
    "https://other.example/2010/01/01/gone/",
    "https://old.example/2010/01/01/gone/",
    "/2010/01/01/gone",
    "https://old.example/?p=99",
    "/caf%C3%A9/",
    "/story/nothing",
  ].map(link);
  const file = wordpress([
    item({ id: 1, title: "Lark", content: content.join(" ") }),
    item({ id: 2, title: "Wren", terms: TAGS, content: link("https://old.example/2010/01/01/gone/") }),
    item({ id: 3, title: "Owl", status: "draft", content: link("https://old.example/?p=1") }),
  ]);
  const { id, report, ...checked } = await importer.check(file);
  const done = await importer.start(id);
  const dead = deadLinks(done).toSorted();
  expect(dead).toEqual(
    [
      "changed Lark: Its link to “/2010/01/01/gone” is broken: no page here has this URL.",
      "changed Lark: Its link to “/?p=99” is broken: no page here has this URL.",
      "changed Lark: Its link to “/café” is broken: no page here has this URL.",
      "changed Lark: Its link to “/story/nothing” is broken: no page here has this URL.",
      "changed Wren: Its link to “/2010/01/01/gone” is broken: no page here has this URL.",
    ].toSorted(),
  );
  expect(deadLinks({ ...checked, id, report }).toSorted()).toEqual(dead);
  expect(done.report.counts).toEqual(report.counts);
});
