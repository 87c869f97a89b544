import { afterEach, expect, test } from "vitest";
import { importArchive } from "./import-archive.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
afterEach(() => importer.close());

async function imported(files: Record<string, string>) {
  importer = await openImporter({ allows: () => false });
  return importArchive(importer, files);
}

test("Docusaurus: addresses, authors, admonitions, and documents that aren't posts", async () => {
  const { post, slugs, redirects } = await imported({
    "site/docusaurus.config.js": "module.exports = { url: 'https://docs.example.net', baseUrl: '/' };\n",
    "site/blog/2021-08-26-welcome/index.md":
      "---\nslug: welcome\ntitle: Welcome\nauthors: [ann, bob]\ntags: [hello, {label: Sea, permalink: /sea}]\n---\n\nFirst part.\n\n<!-- truncate -->\n\nSecond part.\n\n:::tip My tip\n\nUse *it*.\n\n:::\n\n:::danger\n\nMind it.\n\n:::\n",
    "site/blog/2020-01-02-plain.md": "---\ntitle: Plain\n---\n\nText.\n",
    "site/blog/authors.yml": "ann:\n  name: Ann Example\n  title: Writer\nbob:\n  name: Bob Example\n",
    "site/docs/01-intro.md": "---\nsidebar_position: 1\n---\n# Intro\n\nDocs text.\n",
  });
  expect(slugs).toEqual(["01-intro", "plain", "welcome"]);
  expect(post("welcome")).toMatchObject({
    authors: ["Ann Example", "Bob Example"],
    tags: ["Sea", "hello"],
    published_at: new Date("2021-08-26T00:00:00Z"),
  });
  expect(post("welcome").content).toContain("> [!TIP]\n> **My tip**\n>\n> Use *it*.");
  expect(post("welcome").content).toContain("> [!CAUTION]\n> Mind it.");
  expect(post("welcome").content).not.toContain(":::");
  expect(post("01-intro").listed).toBe(false);
  expect(redirects).toMatchObject({
    "/blog/welcome": "/story/welcome",
    "/blog/2020/01/02/plain": "/story/plain",
    "/docs/intro": "/story/01-intro",
  });
});

test("starters of Next.js: authors are people, and a page is called by its folder", async () => {
  const { post, slugs, redirects } = await imported({
    "b/package.json": "{}",
    "b/data/authors/default.mdx": "---\nname: Ann Example\nemail: ann@old.example\n---\nAnn writes.\n",
    "b/data/blog/hello.mdx":
      "---\ntitle: Hello\ndate: 2021-08-07\ntags: [a]\nauthors: [default]\nsummary: Short.\n---\n{/* prettier-ignore */}\nText.\n",
    "b/app/n/(all)/hills/page.mdx": "---\ntitle: Hills\ndate: 2022-01-02\n---\nUp.\n",
    "b/app/n/sea/page.mdx": "---\ntitle: The sea\ndate: 2022-01-03\n---\nDown.\n",
  });
  expect(slugs).toEqual(["hello", "hills", "sea"]);
  expect(post("hello")).toMatchObject({ author: "Ann Example", description: "Short.", content: "Text.", listed: true });
  expect(redirects).toMatchObject({ "/blog/hello": "/story/hello", "/n/hills": "/story/hills", "/n/sea": "/story/sea" });
});

test("Notion: ids, properties and callouts", async () => {
  const [first, second] = ["0a1b2c3d4e5f60718293a4b5c6d7e8f9", "ffffffffffffffffffffffffffffffff"];
  const { post, slugs } = await imported({
    [`Export-abc/My first page ${first}.md`]: `# My first page\n\nCreated: January 5, 2024 10:30 AM\nTags: travel, sea\nStatus: Published\n\nHello from a page.\n\nSee [Second](Second%20page%20${second}.md).\n\n<aside>\n💡 A callout.\n\n</aside>\n`,
    [`Export-abc/Second page ${second}.md`]:
      "# Second page\n\nCreated: February 6, 2024 9:00 AM\nStatus: Draft\n\nSecond text.\n",
  });
  expect(slugs).toEqual(["my-first-page", "second-page"]);
  expect(post("my-first-page")).toMatchObject({
    title: "My first page",
    status: "published",
    published_at: new Date("2024-01-05T10:30:00Z"),
    tags: ["sea", "travel"],
    content: "Hello from a page.\n\nSee [Second](/story/second-page).\n\n> [!TIP]\n> A callout.",
  });
  expect(post("second-page")).toMatchObject({ status: "draft", content: "Second text." });
});

test("Logseq: properties, references, tasks and journals", async () => {
  const { post, slugs } = await imported({
    "graph/logseq/config.edn": "{}",
    "graph/journals/2024_01_05.md": "- A diary line\n",
    "graph/pages/My page.md":
      'title:: My page\ntags:: sea, hills\npublic:: true\n\n- First line\n  id:: 64a0-1\n\t- nested ((64a0-1)) and [[Other page]] #tag\n\t- TODO water the plants\n- {{query (page "x")}}\n',
  });
  expect(slugs).toEqual(["2024-01-05", "my-page"]);
  expect(post("my-page")).toMatchObject({
    title: "My page",
    status: "published",
    tags: ["hills", "sea"],
    content: "- First line\n\t- nested First line and Other page #tag\n\t- [ ] water the plants",
  });
  expect(post("2024-01-05")).toMatchObject({ status: "draft", created_at: new Date("2024-01-05T00:00:00Z") });
});

test.each([
  ["Tumblr's zip", { "posts/html/1.html": "<html></html>", "posts/posts_index.html": "<html></html>" }, /export of Tumblr/],
  ["pages of DokuWiki", { "wiki/data/pages/start.txt": "====== Start ======\n" }, /pages of DokuWiki/],
  ["a zip of plain texts", { "a/one.txt": "One.", "a/two.txt": "Two." }, /plain texts \(\.txt\).*names that end in \.md/],
])("%s is refused by its name", async (_, files: Record<string, string>, sentence) => {
  importer = await openImporter();
  const { report } = await importer.check(await zipOf(files), { name: "archive.zip" });
  expect(report.refusal?.sentence).toMatch(sentence);
});

test.each([
  ["WriteFreely's JSON", '{"username": "ann", "collections": [{"alias": "blog", "posts": []}]}', /export of WriteFreely/],
  ["a JSON Feed", '{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": []}', /JSON Feed/],
  [
    "Movable Type's export",
    "AUTHOR: Ann\nTITLE: One\nDATE: 01/02/2020 10:00:00 AM\n-----\n",
    /Movable Type.*Import it into WordPress/,
  ],
])("%s is refused with what to do", async (_, text, sentence) => {
  importer = await openImporter();
  const { report } = await importer.check(text, { name: "export.txt" });
  expect(report.refusal?.sentence).toMatch(sentence);
});
