import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { presentImport } from "../../app/domain/imports/read-imports.ts";
import { deletePost } from "../../app/domain/posts/trash-posts.ts";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer.close());
beforeEach(async () => {
  await importer.db.deleteFrom("import_items").execute();
  await importer.db.deleteFrom("imports").execute();
  await importer.db.deleteFrom("posts").execute();
});

const slugs = async () => {
  const rows = await importer.db.selectFrom("posts").select("slug").orderBy("slug").execute();
  return rows.map(({ slug }) => slug);
};
const text = async (slug: string) =>
  (await importer.db.selectFrom("posts").select("content").where("slug", "=", slug).executeTakeFirstOrThrow()).content;

/** A Jekyll post as `jekyll compose` writes it. */
const jekyll = (title: string, date: string, body: string) =>
  `---\nlayout: post\ntitle: "${title}"\ndate: ${date}\n---\n\n${body}\n`;

/** Files as GitHub packs a repository: all beneath a folder named after it and the branch. */
const repository = (folder: string, posts: Record<string, string>) =>
  zipOf(Object.fromEntries(Object.entries(posts).map(([name, body]) => [`${folder}/_posts/${name}`, body])));

const LARK = {
  "2024-01-02-first.md": jekyll("First", "2024-01-02 08:15:00 +0000", "Of larks."),
  "2024-02-03-second.md": jekyll("Second", "2024-02-03 09:00:00 +0000", "More larks."),
};
const OWL = {
  "2024-01-02-first.md": jekyll("A beginning", "2024-01-02 22:45:10 +0000", "Of owls."),
  "2024-05-06-third.md": jekyll("Third", "2024-05-06 21:00:00 +0000", "More owls."),
};

test("a second blog with the same file names leaves the first one's posts alone", async () => {
  const first = await importer.run(await repository("lark-main", LARK));
  const second = await importer.run(await repository("owl-main", OWL));
  expect([first.source, second.source]).toEqual([`markdown:${first.id}`, `markdown:${second.id}`]);
  expect(second.report.counts?.posts).toMatchObject({ added: 2, updated: 0 });
  expect(await slugs()).toEqual(["first", "first-2", "second", "third"]);
  expect([await text("first"), await text("first-2")]).toEqual(["Of larks.", "Of owls."]);
});

test("the same blog is recognized under another folder's name, with its changes", async () => {
  const first = await importer.run(await repository("lark-main", LARK));
  const changed = { ...LARK, "2024-02-03-second.md": jekyll("Second", "2024-02-03 09:00:00 +0000", "Far more larks.") };
  const again = await importer.check(await repository("lark-master", changed));
  expect(again.source).toBe(first.source);
  expect(presentImport(again, importer.ctx.clock.now()).same_as).toEqual({
    name: "export",
    imported_at: first.finished_at?.toISOString(),
    posts: 2,
  });
  const done = await importer.start(again.id);
  expect(done.report.counts?.posts).toMatchObject({ added: 0, updated: 1, unchanged: 1 });
  expect(await slugs()).toEqual(["first", "second"]);
  expect(await text("second")).toBe("Far more larks.");
});

test("a blog that an earlier version imported with its folder in the keys doesn't come twice", async () => {
  const { id } = await importer.run(await repository("lark-main", LARK));
  // As it noted them: one source for all blogs, keys with the folder, no import.
  await sql`update import_items set source = 'markdown', import_id = null,
    key = case when key like 'file:lark-main/%' then key else replace(key, 'file:', 'file:lark-main/') end where key like 'file:%'`.execute(
    importer.db,
  );
  await importer.db.deleteFrom("imports").where("id", "=", id).execute();
  const again = await importer.run(await repository("lark-master", LARK));
  expect(again.report.counts?.posts.added).toBe(0);
  expect(again.source).toMatch(/^markdown:[0-9a-f-]{36}$/);
  const other = await importer.run(await repository("owl-main", OWL));
  expect(other.report.counts?.posts.added).toBe(2);
  expect(await slugs()).toEqual(["first", "first-2", "second", "third"]);
});

test("a Ghost blog isn't doubled when its address is named only the second time", async () => {
  const file = await fixture("ghost.json");
  const first = await importer.run(file);
  const before = await slugs();
  const second = await importer.run(file, { oldSite: "https://ghost.example" });
  const third = await importer.run(file, { oldSite: "https://www.ghost.example" });
  expect([second.source, third.source]).toEqual([first.source, first.source]);
  expect(second.report.counts?.posts.added).toBe(0);
  expect(await slugs()).toEqual(before);
});

test("a WordPress blog is the same at another address", async () => {
  const file = await fixture("wordpress.xml");
  const first = await importer.run(file);
  const before = await slugs();
  const second = await importer.run(file, { oldSite: "https://www.moved.example" });
  expect(second.source).toBe(first.source);
  expect(await slugs()).toEqual(before);
});

test("a file can be said to be of another blog", async () => {
  const first = await importer.run(await repository("lark-main", LARK));
  const { id } = await importer.check(await repository("lark-main", LARK));
  const options = JSON.stringify({ blog: "another" });
  await importer.db.updateTable("imports").set({ options, source: null }).where("id", "=", id).execute();
  const done = await importer.start(id);
  expect([done.source, done.source === first.source]).toEqual([`markdown:${id}`, false]);
  expect(await slugs()).toEqual(["first", "first-2", "second", "second-2"]);
  const again = await importer.start(id);
  expect(again.report.counts?.posts).toMatchObject({ added: 0, unchanged: 2 });
});

test("two checks of one blog before the first run still bring it once", async () => {
  const file = await repository("lark-main", LARK);
  const [one, two] = [await importer.check(file), await importer.check(file)];
  await importer.start(one.id);
  const { source, report } = await importer.start(two.id);
  expect([source, report.counts?.posts.added]).toEqual([`markdown:${one.id}`, 0]);
});

test("posts in the trash still tell whose blog it is", async () => {
  const file = await repository("lark-main", LARK);
  const first = await importer.run(file);
  for (const { id } of await importer.db.selectFrom("posts").select("id").execute())
    await deletePost(importer.ctx, importer.admin, id);
  const again = await importer.run(file);
  expect(again.source).toBe(first.source);
  expect(again.report.counts?.posts).toMatchObject({ added: 0, skipped: 2 });
});

/** A WordPress blog with what every new one has, and posts of its own under the same numbers as any other. */
function freshWordpress(host: string, language: [hello: string, sample: string, privacy: string], own: string[]) {
  const item = (id: number, title: string, slug: string, date: string, type = "post") => `
<item><title>${title}</title><link>https://${host}/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt>
<wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>
<content:encoded>Words of ${host}.</content:encoded></item>`;
  const [hello, sample, privacy] = language;
  const made = "2015-03-01 08:00:00";
  return `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
<link>https://${host}</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://${host}</wp:base_blog_url>
${item(1, hello, hello, made)}${item(2, sample, sample, made, "page")}${item(3, privacy, privacy, made, "page")}
${own.map((title, n) => item(5 + 2 * n, title, title, `20${16 + own.length + n}-0${n + 1}-05 10:00:00`)).join("")}</channel></rss>`;
}

test.each([
  [["hello-world", "sample-page", "privacy-policy"]],
  [["bonjour-tout-le-monde", "page-d-exemple", "politique-de-confidentialite"]],
  [["привет-мир", "пример-страницы", "политика-конфиденциальности"]],
] satisfies [[string, string, string]][])("two blogs that kept the posts of a new WordPress (%s) are two", async (language) => {
  const first = await importer.run(freshWordpress("a.example", language, ["larks", "owls", "wrens"]));
  const second = await importer.run(freshWordpress("b.example", language, ["ships", "boats"]));
  expect([first.source, second.source]).toEqual(["wordpress:a.example", "wordpress:b.example"]);
  expect(second.report.counts?.posts).toMatchObject({ added: 5, updated: 0, skipped: 0 });
  expect(await slugs()).toEqual(expect.arrayContaining(["larks", "owls", "wrens", "ships", "boats"]));
  expect(await text("larks")).toContain("a.example");
  const again = await importer.run(freshWordpress("b.example", language, ["ships", "boats"]));
  expect(again.report.counts?.posts).toMatchObject({ added: 0, unchanged: 5 });
});

test("a blog that is recognized at another address asks whether it is another one", async () => {
  const language: [string, string, string] = ["hello-world", "sample-page", "privacy-policy"];
  await importer.run(freshWordpress("a.example", language, ["larks", "owls", "wrens"]));
  const moved = await importer.check(freshWordpress("www.new.example", language, ["larks", "owls", "wrens"]));
  expect(moved.source).toBe("wordpress:a.example");
  const asked = moved.report.findings?.filter(({ sentence }) => sentence.includes("choose “Another blog”"));
  expect(asked?.map(({ sentence }) => sentence)).toEqual([expect.stringMatching(/“a\.example”.*“new\.example”/)]);
});

test("another post under the number and moment of an earlier one is added, once", async () => {
  const file = (title: string) => freshWordpress("a.example", ["hello-world", "sample-page", "privacy-policy"], [title]);
  await importer.run(file("larks"));
  const { report } = await importer.run(file("ships"));
  expect(report.counts?.posts).toMatchObject({ added: 1, updated: 0, skipped: 0 });
  expect(await slugs()).toEqual(expect.arrayContaining(["larks", "ships"]));
  const again = await importer.run(file("ships"));
  expect(again.report.counts?.posts).toMatchObject({ added: 0, updated: 0, unchanged: 4 });
});

test("a blog whose configuration has the address of another one isn't the same", async () => {
  const configured = (posts: Record<string, string>) => {
    const files = Object.entries(posts).map(([name, body]) => [`site/_posts/${name}`, body] as const);
    return zipOf({ "site/_config.yml": "url: https://theme.example\n", ...Object.fromEntries(files) });
  };
  await importer.run(await configured(LARK));
  const { id } = await importer.check(await configured({ "2024-05-06-third.md": OWL["2024-05-06-third.md"] }));
  const sameAs = async () => presentImport(await importer.stored(id), importer.ctx.clock.now()).same_as;
  expect(await sameAs()).toBeNull();
  await importer.start(id);
  expect(await sameAs()).toBeNull();
});

test("a page that both blogs have is no evidence", async () => {
  await importer.run(await repository("a", { ...LARK, "about.md": "---\ntitle: About\n---\nWho we are" }));
  const other = await importer.run(await repository("b", { ...OWL, "about.md": "---\ntitle: About\n---\nWho they are" }));
  expect(other.report.counts?.posts).toMatchObject({ updated: 0, added: 3 });
  expect(await text("about")).toBe("Who we are");
});
