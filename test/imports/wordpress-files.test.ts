import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture, type Importer, openImporter } from "./importer.ts";

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

describe("an export is read, whoever wrote its XML", () => {
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
    expect(await article("no-title")).toMatchObject({ title: "Rye", status: "draft" });
    const redirects = await importer.db.selectFrom("redirects").select("to_path").where("from_path", "like", "/blog/%").execute();
    expect(redirects).toEqual([{ to_path: "/story/salt-and-water" }]);
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
