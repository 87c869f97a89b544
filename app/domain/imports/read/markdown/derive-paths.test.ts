import { expect, test } from "vitest";
import { oldPaths } from "./derive-paths.ts";
import type { Facts } from "./fill-permalink.ts";
import type { Blog } from "./recognize-blog.ts";
import { sortTexts } from "./sort-texts.ts";

type Case = {
  config?: Record<string, unknown>;
  fields?: Record<string, unknown>;
  title?: string;
  at?: string;
  categories?: string[];
};

/** The paths of a file on its old site. */
function pathsOf(
  generator: Blog["generator"],
  file: string,
  { config = {}, fields = {}, title = "", at, categories = [] }: Case = {},
) {
  const basePath = String(config.basePath ?? "");
  const blog: Blog = { generator, top: "", root: "", config, site: null, basePath, timezone: "UTC", routes: [] };
  const place = sortTexts(blog, [file]).places.get(file);
  if (!place) throw new Error(`${file} is no text`);
  const facts: Facts = { blog, place, entry: file, fields, title, at: at ? new Date(at) : null, categories };
  return oldPaths(facts);
}

/** The first of them. */
const pathOf = (...all: Parameters<typeof pathsOf>) => pathsOf(...all)[0];

// "Permalinks" in Jekyll's documentation: the built-in formats, and the example of the post `/2009-04-29-slap-chop.md`.
test.each([
  [undefined, "/2009/04/29/slap-chop.html"],
  ["date", "/2009/04/29/slap-chop.html"],
  ["pretty", "/2009/04/29/slap-chop/"],
  ["ordinal", "/2009/119/slap-chop.html"],
  ["weekdate", "/2009/W18/Wed/slap-chop.html"],
  ["none", "/slap-chop.html"],
  ["/:month-:day-:year/:title:output_ext", "/04-29-2009/slap-chop.html"],
  ["/blog/:year/:month/:day/:title/", "/blog/2009/04/29/slap-chop/"],
  ["/:short_year/:i_month/:i_day/:short_month/:title", "/09/4/29/Apr/slap-chop"],
])("Jekyll's permalink %s", (permalink, expected) => {
  const config = permalink === undefined ? {} : { permalink };
  expect(pathOf("jekyll", "_posts/2009-04-29-slap-chop.md", { config, at: "2009-04-29T00:00:00Z" })).toBe(expected);
});

test("Jekyll's categories, of fields and folders, its own permalinks and the path before all of them", () => {
  const at = "2009-04-29T00:00:00Z";
  const file = "_posts/2009-04-29-slap-chop.textile.md";
  expect(pathOf("jekyll", "_posts/2009-04-29-slap-chop.md", { at, categories: ["Kitchen", "fun"] })).toBe(
    "/kitchen/fun/2009/04/29/slap-chop.html",
  );
  expect(pathOf("jekyll", "movies/_posts/2009-04-29-slap-chop.md", { at })).toBe("/movies/2009/04/29/slap-chop.html");
  expect(pathOf("jekyll", file, { at, fields: { permalink: "/:categories/chop/" }, categories: ["Kitchen"] })).toBe(
    "/kitchen/chop/",
  );
  expect(pathOf("jekyll", "_posts/2009-04-29-slap-chop.md", { at, config: { basePath: "/repo" } })).toBe(
    "/repo/2009/04/29/slap-chop.html",
  );
  expect(pathOf("jekyll", "about.md")).toBe("/about.html");
  expect(pathOf("jekyll", "about.md", { config: { permalink: "pretty" } })).toBe("/about/");
});

// "Permalinks" in Hexo's documentation: its two tables of examples.
test.each([
  ["source/_posts/hello-world.md", undefined, "/2013/07/14/hello-world/"],
  ["source/_posts/hello-world.md", ":year-:month-:day-:title.html", "/2013-07-14-hello-world.html"],
  ["source/_posts/hello-world.md", ":category/:title/", "/foo/bar/hello-world/"],
  ["source/_posts/lorem/hello-world.md", ":year/:month/:day/:title/", "/2013/07/14/lorem/hello-world/"],
  ["source/_posts/lorem/hello-world.md", ":year/:month/:day/:name/", "/2013/07/14/hello-world/"],
])("Hexo's %s with %s", (file, permalink, expected) => {
  const config = permalink === undefined ? {} : { permalink };
  expect(pathOf("hexo", file, { config, at: "2013-07-14T17:01:34Z", categories: ["foo", "bar"] })).toBe(expected);
});

test("Hexo's permalinks can name any field, and one with an unknown part gives no path", () => {
  const [file, at] = ["source/_posts/hello.md", "2013-07-14T17:01:34Z"];
  expect(pathOf("hexo", file, { at, config: { permalink: "posts/:abbrlink.html" }, fields: { abbrlink: "a1b2" } })).toBe(
    "/posts/a1b2.html",
  );
  expect(pathOf("hexo", file, { at, config: { permalink: ":title-:hash/" } })).toBeUndefined();
});

// "URL management", "Configure permalinks" and "Configure ugly URLs" in Hugo's documentation.
test("Hugo's paths", () => {
  const at = "2024-01-14T07:07:07Z";
  expect(pathOf("hugo", "content/posts/post-1.md", { at })).toBe("/posts/post-1/");
  expect(pathOf("hugo", "content/posts/post-1.md", { at, fields: { slug: "my-first-post" } })).toBe("/posts/my-first-post/");
  const permalinks = { page: { posts: "/articles/:year/:month/:slug/", tutorials: "/training/:slug/" } };
  expect(
    pathOf("hugo", "content/posts/bash-in-slow-motion.md", { at, title: "Bash in Slow Motion", config: { permalinks } }),
  ).toBe("/articles/2024/01/bash-in-slow-motion/");
  expect(pathOf("hugo", "content/post/x.md", { at, config: { permalinks: { post: "/:year/:filename" } } })).toBe("/2024/x");
  expect(pathOf("hugo", "content/section/article.md", { at, config: { uglyurls: true } })).toBe("/section/article.html");
  expect(pathOf("hugo", "content/posts/My Post.md", { at })).toBe("/posts/my-post/");
  expect(pathOf("hugo", "content/posts/my-bundle/index.md", { at })).toBe("/posts/my-bundle/");
  expect(pathOf("hugo", "content/posts/post-1.md", { at, fields: { url: "/blog/one/" } })).toBe("/blog/one/");
  expect(pathOf("hugo", "content/about.md")).toBe("/about/");
  expect(pathOf("hugo", "content/posts/one.de.md", { config: { languages: { en: {}, de: {} } } })).toBe("/de/posts/one/");
});

// "Section" and "Page" in Zola's documentation.
test("Zola's paths", () => {
  expect(pathOf("zola", "content/blog/2018-10-10-hello-world.md")).toBe("/blog/hello-world/");
  expect(pathOf("zola", "content/blog/tutorial/index.md")).toBe("/blog/tutorial/");
  expect(pathOf("zola", "content/blog/x.md", { fields: { slug: "femmes-libres-libération-kurde" } })).toBe(
    "/blog/femmes-libres-lib%C3%A9ration-kurde/",
  );
  expect(pathOf("zola", "content/blog/x.md", { fields: { path: "some/other/path" } })).toBe("/some/other/path");
});

test("paths of the starters of Astro, Eleventy and Gatsby", () => {
  expect(pathOf("astro", "src/content/blog/first-post.md")).toBe("/blog/first-post/");
  expect(pathOf("astro", "src/pages/posts/post-1.md")).toBe("/posts/post-1/");
  expect(pathOf("eleventy", "content/blog/firstpost.md")).toBe("/blog/firstpost/");
  expect(pathOf("eleventy", "posts/2018-01-01-file.md")).toBe("/posts/file/");
  expect(pathOf("gatsby", "content/blog/hello-world/index.md")).toBe("/hello-world/");
});

test("jekyll-import's note of WordPress's path leads on, too", () => {
  const fields = { permalink: "/mine/", wordpress_url: "http://passingcuriosity.example/2005/thoughts/" };
  expect(pathsOf("jekyll", "_posts/2005-01-01-x.md", { fields })).toEqual(["/mine/", "/2005/thoughts/"]);
});

test("a text of a plain folder or a vault has no path but the one that it names", () => {
  expect(pathOf("plain", "notes/one.md")).toBeUndefined();
  expect(pathOf("plain", "notes/one.md", { fields: { permalink: "/one/" } })).toBe("/one/");
  expect(pathOf("obsidian", "one.md", { fields: { aliases: ["Another name"], url: "https://news.example/x" } })).toBeUndefined();
});
