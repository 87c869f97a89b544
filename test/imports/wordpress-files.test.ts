import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importOptions } from "../../app/domain/imports/import.ts";
import { chooseOptions } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
});
afterAll(() => importer.close());

/** A post with what belongs to it, as a reader sees it. */
async function article(slug: string) {
  const { id, title, content, status, published_at, full_name, category } = await importer.db
    .selectFrom("posts as p")
    .leftJoin("users as u", "u.id", "p.author_id")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .select(["p.id", "p.title", "p.content", "p.status", "p.published_at", "u.full_name", "c.name as category"])
    .where("p.slug", "=", slug)
    .executeTakeFirstOrThrow();
  const tags = await importer.db
    .selectFrom("posts_tags")
    .innerJoin("tags", "tags.id", "tag_id")
    .select("name")
    .where("post_id", "=", id)
    .orderBy("name")
    .execute();
  const comments = await importer.db
    .selectFrom("comments")
    .select(["guest_name", "content"])
    .where("post_id", "=", id)
    .orderBy("created_at")
    .execute();
  return {
    title,
    content,
    status,
    at: published_at?.toISOString() ?? null,
    author: full_name,
    category,
    tags: tags.map(({ name }) => name),
    comments: comments.map(({ guest_name, content }) => `${guest_name}: ${content}`),
  };
}

const WHITBY = {
  title: "Low water at Whitby",
  content: "<p>We left at six &amp; were back by ten.</p>\n<p>The pier was empty.<br>\nSo was the beach.</p>",
  status: "published",
  at: "2013-07-21T18:30:00.000Z",
  author: "Marina",
  category: "Walks",
  tags: ["sea"],
  comments: ["Owen: Which pier?"],
};

test("authors without posts and comments get no accounts", async () => {
  const idle = "<wp:author><wp:author_id>9</wp:author_id><wp:author_login><![CDATA[idle]]></wp:author_login></wp:author>";
  const export_ = (await fixture("wordpress-3.xml"))
    .replaceAll("build.example", "idle.example")
    .replace("<wp:author>", `${idle}<wp:author>`);
  const { report } = await importer.run(export_);
  expect(report.findings).toContainEqual({
    severity: "dropped",
    place: "authors",
    sentence: "Authors without posts and comments get no accounts: “idle”.",
  });
  expect(await importer.db.selectFrom("users").select("email").where("email", "like", "idle%").execute()).toEqual([]);
});

describe("an export is read whichever program wrote its XML", () => {
  test("WordPress.com, with elements that close themselves and a prefix that isn't declared", async () => {
    await importer.run(await fixture("wordpress-com.xml"));
    expect(await article("low-water-at-whitby")).toEqual(WHITBY);
  });

  test("an XML tool, with prefixes of its own, without CDATA, the posts first and the version last", async () => {
    await importer.run(await fixture("wordpress-xml-tool.xml"));
    expect(await article("low-water-at-whitby-2")).toEqual(WHITBY);
  });

  test("Squarespace, whose links have no host, titles bare ampersands, and pictures a script that loads them", async () => {
    const { report, ...row } = await importer.run(await fixture("squarespace.xml"));
    expect([row.kind, report.counts?.posts.added, report.counts?.authors.added]).toEqual(["wordpress", 2, 1]);
    const { content, ...others } = await article("salt-and-water");
    expect(others).toEqual({
      title: "Salt & Water & Flour—Nothing Else",
      status: "published",
      at: "2023-04-05T14:42:38.000Z",
      author: "Ines Moreau",
      category: "Slow Bread",
      tags: ["Sourdough"],
      comments: ["Odile: And patience!"],
    });
    expect(content.match(/<img /g)).toHaveLength(1);
    expect(content).toContain('<img src="https://images.squarespace-cdn.com/content/v1/5f52/loaf.jpg"');
    expect(content).toContain('<p class="">The fourth is time.</p>');
    expect(content).toContain('<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">');
    expect(await article("no-title")).toMatchObject({ title: "Rye", status: "draft" });
    const redirects = await importer.db.selectFrom("redirects").select("to_path").where("from_path", "like", "/blog/%").execute();
    expect(redirects).toEqual([{ to_path: "/story/salt-and-water" }]);
  });

  test("WordPress 2 (WXR 1.0), which writes terms twice, has no authors, and holds Flash players", async () => {
    await importer.run(await fixture("wordpress-2.xml"));
    expect(await article("the-lincolnshire-poacher")).toEqual({
      title: "The Lincolnshire Poacher & others",
      content: `<p>Listen to <em>this</em>:</p>
<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>
<blockquote><p>39715<br>
39715</p></blockquote>
<p>The decoder:</p>
<pre><code class="language-python">for n in digits:
    if n &lt; 5:
        print &quot;low&quot;</code></pre>
<p>That is all.</p>`,
      status: "published",
      at: "2008-05-18T19:00:00.000Z",
      author: "admin",
      category: "Short Wave",
      tags: ["numbers stations"],
      comments: ["Morse: It still sends."],
    });
  });

  test("WordPress 3 (WXR 1.1), with a gallery of its own attachments and code in a shortcode", async () => {
    const { report } = await importer.run(await fixture("wordpress-3.xml"));
    const picture = "http://build.example/wp-content/uploads/2012/01/log.png";
    expect(await article("make-twice")).toEqual({
      title: "Make, twice",
      content: `<p>Run it [again] and see:</p>
<pre><code class="language-bash">make &amp;&amp; make install
	echo &quot;done&quot; &gt; log</code></pre>
<figure><img src="${picture}" alt=""></figure>
<figure class="embed"><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">https://www.youtube.com/watch?v=dQw4w9WgXcQ</a></figure>`,
      status: "published",
      at: "2012-01-31T20:00:00.000Z",
      author: "Kai",
      category: "Tools",
      tags: ["make"],
      comments: ["null: Third time lucky."],
    });
    expect(report.findings?.some(({ sentence }) => sentence.includes("[again]"))).toBe(false);
  });

  test("WordPress 4 (WXR 1.2), with posts in every state, and a page", async () => {
    const soon = `${new Date().getUTCFullYear() + 1}-06-01`;
    const { report } = await importer.run((await fixture("wordpress-classic.xml")).replaceAll("2099-12-31", soon));
    const rows = await importer.db
      .selectFrom("posts as p")
      .leftJoin("post_schedules as s", "s.post_id", "p.id")
      .select(["p.title", "p.status", "p.listed", "p.published_at", "s.at as publish_at"])
      .where("p.title", "in", ["Public", "Coming", "Came", "Private", "Locked", "Waiting", "Begun", "Imprint"])
      .orderBy("p.title")
      .execute();
    const at = new Date("2018-03-04T08:00:00Z");
    const draft = { status: "draft", listed: true, published_at: null, publish_at: null };
    expect(rows).toEqual([
      { title: "Begun", ...draft },
      { title: "Came", ...draft },
      { title: "Coming", ...draft, publish_at: new Date(`${soon}T06:00:00Z`) },
      { title: "Imprint", status: "published", listed: false, published_at: at, publish_at: null },
      { title: "Locked", ...draft },
      { title: "Private", ...draft },
      { title: "Public", status: "published", listed: true, published_at: at, publish_at: null },
      { title: "Waiting", ...draft },
    ]);
    const reported = (report.findings ?? []).map(({ place, sentence }) => `${/“(.*)”/.exec(place)?.[1]}: ${sentence}`);
    for (const one of [
      "Private: It was private: it comes as a draft.",
      "Locked: It was protected by a password: it comes as a draft.",
      "Waiting: It was waiting for review: it comes as a draft.",
      "Came: It was planned for “2018-04-01T06:00:00.000Z”, which has passed: it stays a draft.",
    ])
      expect(reported).toContain(one);
    const redirects = await importer.db.selectFrom("redirects").select(["from_path", "to_path"]).execute();
    expect(redirects).toContainEqual({ from_path: "/imprint", to_path: "/story/imprint" });
    expect(redirects).toContainEqual({ from_path: "/2018/03/locked", to_path: "/story/locked" });
  });

  test("WordPress 6, with the notes of the block editor, which lie in a custom field", async () => {
    await importer.run(await fixture("wordpress-blocks.xml"));
    const { content } = await article("on-margins");
    expect(content).toContain(
      '<p>Scribes wrote in the margin<sup class="footnote-ref"><a href="#fn-1">1</a></sup> for centuries<sup class="footnote-ref"><a href="#fn-2">2</a></sup>.</p>',
    );
    expect(content).toMatch(
      /<section class="footnotes"><ol><li id="fn-1">Also called a <em>marginal<\/em> note, or a \u201cgloss\u201d\. ?<\/li><li id="fn-2">See <a href="https:\/\/elsewhere.example\/">elsewhere<\/a>\. ?<\/li><\/ol><\/section>$/,
    );
    expect(content).toContain('<code>if (a &lt; b) {\n\n\treturn "&amp;lt;";\n}</code>');
    expect(content).toContain("One line\n    and another</pre>");
  });

  test("CDATA in parts, comments, instructions, and namespaces that only the elements declare", async () => {
    const wp = 'xmlns:w="https://wordpress.org/export/1.1/"';
    await importer.run(`<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?><!DOCTYPE rss>
<rss version="2.0" xmlns="http://backend.userland.com/rss2"><channel><!-- a <comment> --><link>https://parts.example</link>
<link xmlns="http://www.w3.org/2005/Atom" href="https://other.example/"/>
<item><?a b?><title>In <!-- two --> parts</title><c:encoded xmlns:c="http://purl.org/rss/1.0/modules/content/"><![CDATA[<pre>a[b[0]]]]><![CDATA[> c</pre>]]></c:encoded>
<post_id xmlns="http://wordpress.org/export/1.1/">5</post_id><w:status ${wp}>publish</w:status><w:post_type ${wp}>post</w:post_type>
<w:post_date_gmt ${wp}>2011-01-02 03:04:05</w:post_date_gmt><link>https://parts.example/in-parts/</link><category/></item>
<w:wxr_version ${wp}>1.1</w:wxr_version></channel></rss><!-- cached -->`);
    expect(await article("in-parts")).toMatchObject({
      title: "In parts",
      content: "<pre>a[b[0]]> c</pre>",
      at: "2011-01-02T03:04:05.000Z",
      category: null,
    });
  });

  test.each([
    ["an end tag that closes nothing", "<item><title>x</title></item></item>", /^line 3, after item “x”$/],
    ["an end tag without its beginning", "<wp:post_id>1</wp:post_id></item>", /^line 3$/],
    ["a closed element within an open one", "<item><description/><title>x</item>", /^line 3$/],
  ])("but not with %s", async (_, broken, place) => {
    const { state, report } = await importer.check(
      `<rss>\n<channel><wp:wxr_version>1.2</wp:wxr_version>\n${broken}</channel></rss>`,
    );
    expect(state).toBe("refused");
    expect(report.refusal?.place).toMatch(place);
    expect(report.refusal?.sentence).toContain("The XML is broken");
  });
});

/** A small export; `head` stands before the XML, `version` in its channel. */
const smallExport = ({ head = "", version = "<wp:wxr_version>1.2</wp:wxr_version>", items = "" }) =>
  `${head}<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://small.example</link>${version}
<wp:author><wp:author_id>1</wp:author_id><wp:author_login>ren</wp:author_login><wp:author_email>ren@small.example</wp:author_email><wp:author_display_name><![CDATA[Ren&eacute; &Auml;rger]]></wp:author_display_name></wp:author>
${items}</channel></rss>`;
const smallItem = (id: number, title: string, more = "", content = "Words.") =>
  `<item><title><![CDATA[${title}]]></title><link>https://small.example/${id}/</link><dc:creator>ren</dc:creator>
<content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2020-01-0${id} 10:00:00</wp:post_date_gmt>
<wp:post_name>small-${id}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${more}</item>`;

describe("an export that isn't as it should be", () => {
  const warning =
    "<br />\n<b>Warning</b>:  fopen(/srv/a.php): failed to open stream in <b>/srv/b.php</b> on line <b>6</b><br />\n";
  test.each([
    ["begins with a warning of PHP", { head: warning }],
    ["begins with a plain warning", { head: "\nDeprecated: strlen(): Passing null in /srv/c.php on line 9\n" }],
    ["has no version", { version: "" }],
  ])("%s", async (_, parts) => {
    const file = smallExport({ ...parts, items: smallItem(1, "One") });
    for (const [name, bytes] of [
      ["a.xml", Buffer.from(file)],
      ["a.zip", await zipOf({ "export/a.xml": file })],
    ] as const) {
      const { report, state } = await importer.check(bytes, { name });
      expect([state, report.refusal, report.counts?.posts.added]).toEqual(["checked", null, 1]);
    }
  });
});

test("named entities are decoded in names and titles, in their own case", async () => {
  const terms = '<category domain="category" nicename="cafe"><![CDATA[Caf&eacute; &amp; th&eacute;]]></category>';
  const said = `<wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_author><![CDATA[Zo&euml;]]></wp:comment_author><wp:comment_content><![CDATA[&rarr; ici]]></wp:comment_content>
<wp:comment_approved>1</wp:comment_approved></wp:comment>`;
  const title = "L&rsquo;&eacute;t&eacute; &laquo;&nbsp;&Agrave; &OElig;uvre&nbsp;&raquo; &frac12; &unknown; AT&T; &#8212;";
  await importer.run(smallExport({ items: smallItem(1, title, terms + said) }));
  const { db } = importer;
  const post = await db
    .selectFrom("posts")
    .select(["id", "title", "author_id"])
    .where("slug", "=", "small-1")
    .executeTakeFirstOrThrow();
  expect(post.title).toBe("L’été « À Œuvre » ½ &unknown; AT&T; —");
  const author = await db.selectFrom("users").select("full_name").where("id", "=", post.author_id).executeTakeFirstOrThrow();
  expect(author.full_name).toBe("René Ärger");
  expect(await db.selectFrom("comments").select(["guest_name", "content"]).where("post_id", "=", post.id).execute()).toEqual([
    { guest_name: "Zoë", content: "→ ici" },
  ]);
  expect((await db.selectFrom("categories").select("name").where("slug", "=", "cafe").execute())[0]?.name).toBe("Café & thé");
});

test("fields, taxonomies, languages and second authors are reported, and a post without a text comes as a draft", async () => {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const term = (domain: string, slug: string, name: string) =>
    `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`;
  const acf = meta("intro", "12") + meta("_intro", "field_5f0000000001") + meta("views", "17") + meta("_edit_last", "1");
  const items = [
    smallItem(71, "Fields", acf + term("language", "en", "English"), ""),
    smallItem(
      72,
      "More",
      acf + meta("subtitle", "In other words") + term("genre", "noir", "Noir") + term("language", "fr", "Français"),
    ),
    smallItem(
      73,
      "Two",
      term("author", "cap-ren", "René Ärger") + term("author", "cap-bob", "Bob") + term("language", "fr", "Français"),
    ),
  ];
  const { report } = await importer.run(smallExport({ items: items.join("") }).replaceAll("small", "extras"));
  const sentences = (report.findings ?? []).map(({ severity, sentence }) => `${severity}: ${sentence}`);
  expect(sentences.sort()).toEqual([
    "changed: Authors without an account on the old blog aren’t named: “Bob”.",
    "changed: It has no text of its own: it comes as a draft.",
    expect.stringContaining("changed: The texts are in 2 languages: “fr” (2), “en” (1). All are imported into the same lists."),
    "dropped: The field “intro” of 2 posts isn’t imported.",
    "dropped: The field “subtitle” of 1 post isn’t imported.",
    "dropped: The taxonomy “genre” of 1 post isn’t imported: posts have categories and tags here.",
  ]);
  const { status } = await importer.db
    .selectFrom("posts")
    .select("status")
    .where("slug", "=", "extras-71")
    .executeTakeFirstOrThrow();
  expect(status).toBe("draft");
});

test("Polylang’s terms and WPML’s fields link the versions of an article", async () => {
  const term = (domain: string, slug: string) => `<category domain="${domain}" nicename="${slug}"><![CDATA[${slug}]]></category>`;
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
  const wpml = (language: string) =>
    meta("_wpml_import_language_code", language) + meta("_wpml_import_translation_group", "post_17");
  const items = [
    smallItem(91, "Lark", term("language", "en") + term("post_translations", "pll_5f1")),
    smallItem(92, "Lerche", term("language", "de-at") + term("post_translations", "pll_5f1")),
    smallItem(93, "Owl", wpml("en")),
    smallItem(94, "Coruja", wpml("pt-br")),
    smallItem(95, "Wren", term("language", "en")),
    smallItem(96, "Zaunkönig", term("language", "xx")),
  ].join("");
  const { report } = await importer.run(smallExport({ items }).replaceAll("small", "versions"));
  const { rows } = await sql<{ title: string; language: string | null; versions: string[] | null }>`
    select title, language, (select array_agg(o.title order by o.title) from posts o where o.translation_group = p.translation_group) as versions
    from posts p where slug like 'versions-%' order by slug`.execute(importer.db);
  expect(rows).toEqual([
    { title: "Lark", language: "en", versions: ["Lark", "Lerche"] },
    { title: "Lerche", language: "de", versions: ["Lark", "Lerche"] },
    { title: "Owl", language: "en", versions: ["Coruja", "Owl"] },
    { title: "Coruja", language: "pt-BR", versions: ["Coruja", "Owl"] },
    { title: "Wren", language: "en", versions: null },
    { title: "Zaunkönig", language: null, versions: null },
  ]);
  const linked = (report.findings ?? []).filter(({ sentence }) => sentence.startsWith("It is linked"));
  expect(linked).toHaveLength(4);
});

test("posts in other languages than the blog's own come as drafts, if that was chosen", async () => {
  const inLanguage = (id: number, slug: string) =>
    smallItem(id, `In ${slug}`, `<category domain="language" nicename="${slug}"><![CDATA[${slug}]]></category>`);
  const items = [inLanguage(81, "en"), inLanguage(82, "fr"), smallItem(83, "In none"), inLanguage(84, "fr")].join("");
  const file = smallExport({ items }).replaceAll("small", "polyglot").replace("<channel>", "<channel><language>en-US</language>");
  const { ctx, admin, tools, start, stored, db } = importer;
  const { id } = await importer.check(file);
  await chooseOptions(ctx, admin, id, importOptions.parse({ other_languages: "drafts" }));
  await performImport(ctx, id, tools);
  expect((await stored(id)).report.languages).toEqual([
    { code: "en", texts: 2, is_main: true },
    { code: "fr", texts: 2, is_main: false },
  ]);
  await start(id);
  const posts = await db
    .selectFrom("posts")
    .select(["title", "status"])
    .where("slug", "like", "polyglot-%")
    .orderBy("title")
    .execute();
  expect(posts.map(({ title, status }) => `${title}: ${status}`)).toEqual([
    "In en: published",
    "In fr: draft",
    "In fr: draft",
    "In none: published",
  ]);
});
