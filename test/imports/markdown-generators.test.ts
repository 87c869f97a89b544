import { afterEach, expect, test } from "vitest";
import { importOptions } from "../../app/domain/imports/import.ts";
import { chooseOptions } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { jpeg } from "../media/pictures.ts";
import { importArchive } from "./import-archive.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";
import * as archives from "./markdown-archives.ts";

const picture = await jpeg(64, 48);
let importer: Importer;
afterEach(() => importer.close());

async function imported(files: Record<string, string | Buffer>) {
  importer = await openImporter({ allows: () => false });
  return importArchive(importer, files);
}

test("Jekyll's own starter", async () => {
  const { post, slugs, redirects, findings, folders } = await imported(archives.jekyllBlog(picture));
  expect(slugs).toEqual(["about", "idea", "later", "second", "welcome-to-jekyll"]);
  expect(post("welcome-to-jekyll")).toMatchObject({
    title: "Welcome to Jekyll!",
    category: "jekyll",
    tags: ["update"],
    published_at: new Date("2024-05-01T07:30:00Z"),
    featured_image: expect.stringMatching(/^\/media\//),
  });
  const { content } = post("welcome-to-jekyll");
  expect(content).toContain('```ruby\ndef print_hi(name)\n  puts "Hi, #{name}"\nend\n```');
  expect(content).toMatch(
    /!\[Dawn\]\(\/media\/[^)]+\) and !\[again\]\(\/media\/[^)]+\),\nsee \[the other one\]\(\/notes\/2024\/05\/02\/second\.html\)\./,
  );
  expect(content).toContain("Liquid is written `{{ page.title }}`.");
  expect(content).not.toMatch(/TOC|\{:|raw/);
  expect(post("second").published_at).toEqual(new Date("2024-05-01T22:00:00Z"));
  expect(post("second").content).toContain("<https://www.youtube.com/watch?v=dQw4w9WgXcQ>");
  expect(post("about")).toMatchObject({ title: "About", listed: false });
  expect([post("idea").status, post("later").status]).toEqual(["draft", "draft"]);
  expect(redirects).toMatchObject({
    "/notes/jekyll/update/2024/05/01/welcome-to-jekyll.html": "/story/welcome-to-jekyll",
    "/notes/2024/05/02/second.html": "/story/second",
    "/notes/old/second": "/story/second",
    "/notes/about": "/story/about",
  });
  expect(findings).toContain(
    "dropped repo-main/_posts/2024-05-02-second.md: What the tag [include newsletter.html] adds isn’t shown.",
  );
  expect(findings).toContain(
    "dropped repo-main/archive.md: Its generator fills this page in, and it has no text of its own, so it isn’t imported.",
  );
  expect(findings).toContain(
    "dropped repo-main/CLAUDE.md: The file is about the archive, not a text of the blog: it isn’t imported.",
  );
  expect(folders).toContainEqual({ path: "_posts", texts: 3, is_chosen: true });
});

test("HTML posts of jekyll-import", async () => {
  const { post, redirects } = await imported(archives.jekyllImport(picture));
  expect(post("first-post")).toMatchObject({
    title: "First & last post",
    content_format: "html",
    status: "published",
    published_at: new Date("2008-03-01T09:00:00Z"),
    category: "Light",
    tags: ["birds"],
  });
  expect(post("first-post").content).toMatch(/<img src="\/media\/[^"]+" alt="Dawn" \/>/);
  expect(post("first-post").content).toContain("<pre><code>{{ x }}</code></pre>");
  expect(redirects).toMatchObject({ "/2008/03/01/first-post": "/story/first-post" });
  expect(await importer.db.selectFrom("comments").select(["guest_name", "content", "status", "created_at"]).execute()).toEqual([
    { guest_name: "Tom", content: "Well said.", status: "approved", created_at: new Date("2008-03-02T10:00:00Z") },
  ]);
});

test("Hugo with TOML, bundles and shortcodes", async () => {
  const { post, slugs, redirects, findings } = await imported(archives.hugoBlog(picture));
  expect(slugs).toEqual(["about", "bundle", "my-first-post"]);
  const { content, ...first } = post("my-first-post");
  expect(first).toMatchObject({
    title: "My First Post",
    category: "Light",
    tags: ["birds", "early"],
    published_at: new Date("2024-01-14T06:07:07Z"),
  });
  expect(content).toContain("<https://www.youtube.com/watch?v=dQw4w9WgXcQ>");
  expect(content).toMatch(/<figure><img src="\/media\/[^"]+" alt="Dawn"><figcaption>Before the sun<\/figcaption><\/figure>/);
  expect(content).toContain("[to the bundle](/story/bundle)");
  expect(content).toContain('```go\nfmt.Println("{{ x }}")\n```');
  expect(content).toContain("> Mind the *gap*.");
  expect(content).toContain("```\n{{< youtube w7Ft2ymGmfc >}}\n```");
  expect(findings).toContain(
    "dropped site/content/posts/my-first-post.md: The shortcode [newsletter-form] isn’t supported and was left out.",
  );
  expect(post("bundle")).toMatchObject({ status: "draft", featured_image: expect.stringMatching(/^\/media\//) });
  expect(post("about").listed).toBe(false);
  expect(redirects).toEqual({
    "/2024/01/my-first-post": "/story/my-first-post",
    "/old/first": "/story/my-first-post",
  });
});

test("Hexo, with the front matter of its first scaffolds", async () => {
  const { post, slugs, redirects } = await imported(archives.hexoBlog(picture));
  expect(slugs).toEqual(["about", "draft", "hello-world", "old-one"]);
  expect(post("hello-world")).toMatchObject({ title: "Hello World", published_at: new Date("2013-07-14T09:01:34Z") });
  expect(post("hello-world").content).toMatch(/!\[Dawn\]\(\/media\/[^)]+\)\n\n``` bash\n\$ hexo new "My New Post"\n```/);
  expect(post("old-one")).toMatchObject({
    title: "The old: one",
    category: "Light",
    published_at: new Date("2013-05-14T14:31:00Z"),
  });
  expect(post("old-one").content).toMatch(/^Its text\.\n\n!\[\]\(\/media\/[^)]+\)$/);
  expect(post("draft").status).toBe("draft");
  expect(redirects).toMatchObject({ "/2013/07/14/hello-world": "/story/hello-world" });
});

test("Astro's blog template", async () => {
  const { post, slugs, redirects, findings } = await imported(archives.astroBlog(picture));
  expect(slugs).toEqual(["first-post", "using-mdx"]);
  expect(post("first-post")).toMatchObject({
    published_at: new Date("2022-07-08T00:00:00Z"),
    featured_image: expect.stringMatching(/^\/media\//),
    content: expect.stringMatching(/!\[\]\(\/media\/[^)]+\)/),
  });
  expect(post("using-mdx")).toMatchObject({ featured_image: expect.stringMatching(/^\/media\//) });
  expect(post("using-mdx").content).not.toMatch(/import|HeaderLink/);
  expect(post("using-mdx").content).toContain("Embedded component in MDX");
  expect(findings).toContain(
    "dropped astro/src/content/blog/using-mdx.mdx: The component [HeaderLink] isn’t supported and was left out.",
  );
  expect(redirects).toEqual({ "/blog/first-post": "/story/first-post", "/blog/using-mdx": "/story/using-mdx" });
});

test("Zola", async () => {
  const { post, slugs, redirects } = await imported(archives.zolaBlog(picture));
  expect(slugs).toEqual(["first", "second"]);
  expect(post("first")).toMatchObject({
    title: "My first post",
    category: "Light",
    tags: ["birds"],
    featured_image: expect.any(String),
  });
  expect(post("first").content).toContain("<https://www.youtube.com/watch?v=dQw4w9WgXcQ>");
  expect(post("first").content).toContain("[On](/story/second)");
  expect(redirects).toEqual({ "/blog/first": "/story/first", "/old/first": "/story/first" });
});

test("eleventy-base-blog", async () => {
  const { post, slugs, redirects } = await imported(archives.eleventyBlog());
  expect(slugs).toEqual(["about", "firstpost"]);
  expect(post("firstpost")).toMatchObject({ title: "This is my first post.", tags: ["another tag"], status: "published" });
  expect(post("about")).toMatchObject({ title: "About", listed: false, content: "I am a person that writes stuff." });
  expect(redirects).toEqual({ "/blog/firstpost": "/story/firstpost" });
});

test("a vault of Obsidian: only notes for readers are published", async () => {
  const { post, slugs, findings, folders } = await imported(archives.obsidianVault(picture));
  expect(slugs).toEqual(["on-dusk", "on-light", "private"]);
  const { content, ...light } = post("on-light");
  expect(light).toMatchObject({ title: "On light", tags: ["birds"], featured_image: expect.stringMatching(/^\/media\//) });
  expect(content).toMatch(/See \[the other note\]\(\/story\/on-dusk\), Nowhere and !\[\]\(\/media\/[^)]+\)\./);
  expect(content).toContain("> **Mind this**\n>\n> It is <mark>bright</mark>.");
  expect(content).toMatch(/`\[\[code\]\]` $|`\[\[code\]\]`$/);
  expect(light.content_html).toMatch(/☐ look[\s\S]*☑ see/);
  expect(post("on-dusk").content).toBe("Back to [the light](/story/on-light).");
  expect(post("private").status).toBe("draft");
  expect(findings).toContain("changed vault/Private.md: Nothing in the note says that it is for readers: it comes as a draft.");
  expect(folders).toContainEqual({ path: "Templates", texts: 1, is_chosen: false });
});

test("wordpress-export-to-markdown", async () => {
  const { post } = await imported(archives.exportedMarkdown(picture));
  expect(post("hello-again")).toMatchObject({
    title: "Hello again",
    category: "light",
    status: "published",
    featured_image: expect.stringMatching(/^\/media\//),
    content: expect.stringMatching(/!\[Dawn\]\(\/media\/[^)]+\)/),
  });
  expect(post("hello-again").content).toContain("https://www.youtube.com/");
  expect(post("hello-again").content).not.toContain("<iframe");
});

/** A plain archive's files are chosen by their folders. */
test("only the folders that were chosen are imported, and an unknown one is reported", async () => {
  importer = await openImporter({ allows: () => false });
  const { ctx, admin, db } = importer;
  const file = (title: string) => `---\ntitle: ${title}\n---\nWords.\n`;
  const files = {
    "x/content/posts/a.md": file("A"),
    "x/content/talks/b.md": file("B"),
    "x/templates/c.md": file("C"),
    "x/content/posts/readme.md": file("R"),
  };
  const checked = await importer.check(await zipOf(files), { name: "x.zip" });
  expect(checked.report.folders).toEqual([
    { path: "content/posts", texts: 1, is_chosen: true },
    { path: "content/talks", texts: 1, is_chosen: true },
    { path: "templates", texts: 1, is_chosen: false },
  ]);
  const folders = ["content/talks", "templates", "nowhere"];
  await chooseOptions(ctx, admin, checked.id, importOptions.parse({ folders }));
  await performImport(ctx, checked.id, importer.tools);
  const { report } = await importer.start(checked.id);
  const rows = await db.selectFrom("posts").select("title").orderBy("title").execute();
  expect(rows.map(({ title }) => title)).toEqual(["B", "C"]);
  expect(report.findings?.map(({ severity, place, sentence }) => `${severity} ${place}: ${sentence}`)).toEqual(
    expect.arrayContaining([
      "dropped nowhere: The archive has no folder with this name that contains texts.",
      "dropped content/posts: The texts in this folder aren’t imported, because the folder wasn’t chosen.",
    ]),
  );
});

test("fields of the common templates", async () => {
  const { post } = await imported({
    "x/posts/a.md":
      "---\ntitle: A title about `<dl>` &amp; <em>more</em>\npubDatetime: 2022-09-23T15:22:00Z\nmodDatetime: 2023-01-01\nogImage: /img/p.jpg\nogImageAlt: Dawn\nhidden: true\n---\nWords.",
    "x/posts/b.md":
      "---\ntitle: B\npublishDate: 08 July 2022 10:00 PST\nimage:\n  src: p.jpg\n  alt: Dusk\ntaxonomies:\n  tags: [one]\n---\nWords.",
    "x/posts/c.md": "---\ntitle: C\npublished: false\ncomments: false\n---\nWords.",
    "x/posts/img/p.jpg": picture,
    "x/public/img/p.jpg": picture,
  });
  expect(post("a")).toMatchObject({
    title: "A title about `<dl>` & more",
    published_at: new Date("2022-09-23T15:22:00Z"),
    updated_at: new Date("2023-01-01T00:00:00Z"),
    featured_image: expect.stringMatching(/^\/media\//),
    featured_image_alt: "Dawn",
    listed: false,
  });
  expect(post("b")).toMatchObject({
    published_at: new Date("2022-07-08T10:00:00Z"),
    featured_image: expect.stringMatching(/^\/media\//),
    featured_image_alt: "Dusk",
    tags: ["one"],
  });
  expect(post("c").status).toBe("draft");
});

test("the same blog under another top folder is the same blog, and another one with the same file names is another one", async () => {
  importer = await openImporter({ allows: () => false });
  const files = archives.jekyllBlog(picture);
  const renamed = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name.replace("repo-main/", "repo-master/"), text]),
  );
  await importer.run(await zipOf(files), { name: "repo-main.zip" });
  const again = await importer.run(await zipOf(renamed), { name: "repo-master.zip" });
  expect(again.report.counts?.posts).toMatchObject({ added: 0, updated: 0, unchanged: 5 });
  const other = { "b/_posts/2024-05-02-second.md": "---\ntitle: Quite another\ndate: 2011-01-01\n---\nOther words.\n" };
  const third = await importer.run(await zipOf(other), { name: "other.zip" });
  expect(third.report.counts?.posts).toMatchObject({ added: 1, updated: 0 });
});

test("a post of the future in Jekyll is planned", async () => {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const text = `---\ntitle: To come\ndate: ${day} 10:00:00 +0000\ncategories: [Light]\n---\nIt will be long enough for an article, which needs some fifty characters.\n`;
  const { post, redirects, findings } = await imported({ "x/_config.yml": "title: x\n", "x/_posts/2020-01-01-to-come.md": text });
  expect(post("to-come").status).toBe("draft");
  expect(redirects).toEqual({});
  expect(findings).toEqual([]);
  const plans = await importer.db.selectFrom("post_schedules").select("at").execute();
  expect(plans).toEqual([{ at: new Date(`${day}T10:00:00Z`) }]);
});
