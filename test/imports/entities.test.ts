import { afterAll, beforeAll, expect, test } from "vitest";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
});
afterAll(() => importer.close());

/** What readers see of a post besides its text. */
async function shownOf(slug: string) {
  const { id, ...post } = await importer.db
    .selectFrom("posts as p")
    .innerJoin("users as u", "u.id", "p.author_id")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .select(["p.id", "p.title", "p.excerpt", "u.full_name as author", "u.bio", "c.name as category"])
    .where("p.slug", "=", slug)
    .executeTakeFirstOrThrow();
  const tags = await importer.db
    .selectFrom("tags as t")
    .innerJoin("posts_tags as pt", "pt.tag_id", "t.id")
    .select("t.name")
    .where("pt.post_id", "=", id)
    .execute();
  const comments = await importer.db.selectFrom("comments").select(["guest_name", "content"]).where("post_id", "=", id).execute();
  return { ...post, tags: tags.map(({ name }) => name), comments };
}

test("WordPress: excerpts, tags, and descriptions of pictures", async () => {
  const gallery = '[gallery ids="8"]';
  await importer.run(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://ete.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>a</title><wp:post_id>8</wp:post_id><wp:attachment_url>https://ete.example/wp-content/uploads/a.jpg</wp:attachment_url><wp:post_type>attachment</wp:post_type>
<wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value><![CDATA[Un caf&eacute; &lt;chaud&gt;]]></wp:meta_value></wp:postmeta></item>
<item><title><![CDATA[&Eacute;t&eacute;]]></title><dc:creator>ann</dc:creator><content:encoded><![CDATA[${gallery}]]></content:encoded>
<excerpt:encoded><![CDATA[<p>L&rsquo;&eacute;t&eacute;&hellip;</p>]]></excerpt:encoded><wp:post_id>9</wp:post_id><wp:post_date_gmt>2020-01-09 10:00:00</wp:post_date_gmt>
<wp:post_name>ete</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="post_tag" nicename="noel"><![CDATA[No&euml;l]]></category></item></channel></rss>`);
  expect(await shownOf("ete")).toMatchObject({ title: "Été", excerpt: "L’été…", tags: ["Noël"] });
  const { content } = await importer.db.selectFrom("posts").select("content").where("slug", "=", "ete").executeTakeFirstOrThrow();
  expect(content).toContain('alt="Un café &lt;chaud&gt;"');
});

test("Ghost: names of authors and what they say of themselves", async () => {
  const at = "2021-03-04T06:00:00.000Z";
  const data = {
    posts: [{ id: "1", title: "Journ&eacute;e", slug: "journee", html: "<p>Mots.</p>", status: "published", published_at: at }],
    users: [{ id: "u", name: "Ren&eacute; O&#39;Hara", bio: "Caf&eacute; &amp; th&eacute;", email: "rene@ghost.example" }],
    posts_authors: [{ post_id: "1", author_id: "u", sort_order: 0 }],
  };
  await importer.run(JSON.stringify({ db: [{ meta: { version: "5.0.0" }, data }] }));
  expect(await shownOf("journee")).toMatchObject({ title: "Journée", author: "René O'Hara", bio: "Café & thé" });
});

test("Blogger: names of authors", async () => {
  await importer.run(`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:blogger="http://schemas.google.com/blogger/2018"><id>tag:blogger.com,1999:blog-7</id>
<entry><id>tag:blogger.com,1999:blog-7.post-71</id><blogger:type>POST</blogger:type><blogger:status>LIVE</blogger:status>
<author><name>Zo&amp;euml;</name></author><title>Nuit d&amp;rsquo;hiver</title><content type="html">&lt;p&gt;Mots.&lt;/p&gt;</content>
<published>2020-01-02T10:00:00Z</published><updated>2020-01-02T10:00:00Z</updated><blogger:filename>/2020/01/nuit.html</blogger:filename></entry></feed>`);
  expect(await shownOf("nuit")).toMatchObject({ title: "Nuit d’hiver", author: "Zoë" });
});

test("Markdown: fields that jekyll-import took from WordPress as they were", async () => {
  const text = `---
title: L&rsquo;aube
excerpt: D&eacute;j&agrave; l&rsquo;aube&hellip;
author: Andr&eacute;
categories: [Caf&eacute;s]
tags: [No&euml;l]
date: 2019-01-02
comments:
- id: 3
  author: Ren&eacute;e
  date: 2019-01-03 10:00:00 +0000
  content: "C&rsquo;est &ccedil;a &rarr; oui"
---
Mots.
`;
  await importer.run(await zipOf({ "_config.yml": "title: x", "_posts/2019-01-02-aube.md": text }));
  expect(await shownOf("aube")).toMatchObject({
    title: "L’aube",
    excerpt: "Déjà l’aube…",
    author: "André",
    category: "Cafés",
    tags: ["Noël"],
    comments: [{ guest_name: "Renée", content: "C’est ça → oui" }],
  });
});
