import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteImport } from "../../app/domain/imports/import-commands.ts";
import { beginnings } from "../media/files.ts";
import { jpeg } from "../media/pictures.ts";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeEach(async () => {
  importer = await openImporter({ allows: () => false });
});
afterEach(() => importer.close());

const titles = async () => {
  const rows = await importer.db.selectFrom("posts").select("title").orderBy("title").execute();
  return rows.map(({ title }) => title);
};

/** An archive as the `tar` of this machine makes it. */
async function tarOf(files: Record<string, string>, ...options: string[]): Promise<Buffer> {
  const folder = join(importer.folder, "tar");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { stdout, status, stderr } = spawnSync("tar", ["-c", "-C", folder, ...options, "."], { maxBuffer: 64 * 1024 ** 2 });
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

const MARKDOWN = {
  "_posts/2019-01-02-lark.md": "---\ntitle: The lark\n---\nUp it goes.\n",
  [`_posts/2020-01-02-${"a-long-name-".repeat(12)}.md`]: "---\ntitle: A long name\n---\nWords.\n",
};

/** What tar archives have left on the disk. It goes when the file is closed, a moment after the import's end. */
const unpacked = async () => (await readdir(importer.files)).filter((name) => name.includes("unpacked"));

describe("archives and compressed files are looked into", () => {
  test.each([
    ["as GNU tar makes them", "--format=gnu"],
    ["as POSIX has them", "--format=posix"],
    ["older ones", "--format=ustar"],
  ])("tar archives of Markdown, %s", async (_, format) => {
    const files = format === "--format=ustar" ? { "lark.md": "---\ntitle: The lark\n---\nUp it goes.\n" } : MARKDOWN;
    const tar = await tarOf(files, format);
    const done = await importer.run(gzipSync(tar), { name: "blog.tar.gz" });
    expect([done.kind, done.state]).toEqual(["markdown", "done"]);
    expect(await titles()).toEqual(format === "--format=ustar" ? ["The lark"] : ["A long name", "The lark"]);
    await expect.poll(unpacked).toEqual([]);
    // The same files as a zip, and without compression, are the same posts.
    expect((await importer.run(tar, { name: "blog.tar" })).report.counts?.posts).toMatchObject({ added: 0 });
    expect((await importer.run(await zipOf(files), { name: "blog.zip" })).report.counts?.posts).toMatchObject({ added: 0 });
  });

  test("a tar archive that is cut off or damaged is refused, and leaves nothing behind", async () => {
    const tar = await tarOf({ "a.md": "Words of a lark. ".repeat(2000), "b.md": "B" }, "--format=posix");
    const flipped = Buffer.from(tar);
    flipped.writeUInt8(flipped.readUInt8(520) ^ 1, flipped.indexOf("a.md"));
    for (const bytes of [tar.subarray(0, 20_000), gzipSync(tar).subarray(0, 300), flipped]) {
      const row = await importer.check(bytes);
      expect([row.state, row.report.refusal?.sentence]).toEqual(["refused", expect.stringMatching(/read|damaged|cut off/)]);
    }
    await expect.poll(unpacked).toEqual([]);
  });

  test("what a killed import has unpacked is replaced by the next one, and deleted with the import", async () => {
    const tar = await tarOf({ "a.md": "# The lark" }, "--format=posix");
    const { id } = await importer.check(tar);
    const left = join(importer.files, `${id}.unpacked`);
    await writeFile(left, "what was left");
    expect((await importer.start(id)).state).toBe("done");
    expect(await titles()).toEqual(["The lark"]);
    await writeFile(left, "what was left");
    await deleteImport(importer.ctx, importer.files, importer.admin, id);
    expect(await readdir(importer.files)).toEqual([]);
  });

  test("a tar archive with a path that leaves it is refused", async () => {
    const tar = await tarOf({ "a.md": "Words" }, "--format=ustar", "--transform=s,a.md,../../a.md,", "-P");
    expect((await importer.check(tar)).report.refusal).toMatchObject({ sentence: expect.stringContaining("leaves the archive") });
  });

  test("compressed exports of WordPress and Ghost", async () => {
    const wordpress = await importer.run(gzipSync(await fixture("wordpress.xml")));
    const ghost = await importer.run(gzipSync(await fixture("ghost.json")), { oldSite: "https://old.example" });
    expect([wordpress.kind, ghost.kind]).toEqual(["wordpress", "ghost"]);
    const cut = await importer.check(gzipSync(await fixture("wordpress.xml")).subarray(0, 900));
    expect(cut.report.refusal?.sentence).toMatch(/^The file is damaged or cut off/);
  });

  test("zips that hold one export, as WordPress.com and Ghost hand them out", async () => {
    const wordpress = await zipOf({
      "larks.wordpress.com-2024-05-01-08_09_10/larks.wordpress.2024-05-01.000.xml": await fixture("wordpress.xml"),
      "__MACOSX/._larks.xml": "\0\x05\x16\x07",
    });
    const done = await importer.run(wordpress);
    expect([done.kind, done.report.counts?.posts.added]).toEqual([
      "wordpress",
      (await importer.check(await fixture("wordpress.xml"))).report.counts?.posts.unchanged,
    ]);
    const content = {
      "content/themes/casper/docs/use.md": "# A theme",
      "content/data/larks.ghost.2024-05-01.json": await fixture("ghost.json"),
    };
    const ghost = await importer.run(await zipOf(content));
    expect(ghost.kind).toBe("ghost");
  });

  test("a zip with a WordPress export and its uploads: pictures come from there, by their addresses", async () => {
    const image = (address: string) => `<img src="https://larks.${address}" alt="">`;
    const pictures =
      image("example/wp-content/uploads/2019/05/caf%C3%A9.jpg") + image("files.wordpress.com/2018/01/wren.jpg?w=300");
    const xml = (await fixture("wordpress-com.xml")).replace("We left at six", `${pictures}We left at six`);
    const uploads = { "up/wp-content/uploads/2019/05/café.jpg": await jpeg(64, 48), "2018/01/wren.jpg": await jpeg(32, 24) };
    const { report } = await importer.run(await zipOf({ "larks.wordpress.2024-05-01.000.xml": xml, ...uploads }));
    expect(report.counts?.pictures.added).toBe(2);
    const names = async () => {
      const rows = await importer.db.selectFrom("media").select("name").orderBy("name").execute();
      return rows.map(({ name }) => name);
    };
    expect(await names()).toEqual(["café.jpg", "wren.jpg"]);
    const files = await importer.db
      .selectFrom("redirects")
      .select(["from_path", "to_path"])
      .where("to_path", "like", "/media/%")
      .execute();
    expect(files).toEqual([]);
    // Without the uploads, the same blog knows its pictures by their addresses.
    expect((await importer.run(xml)).missing_pictures).toBe(0);
    expect(await names()).toEqual(["café.jpg", "wren.jpg"]);
  });

  test("a zip with a WordPress export: recordings become blocks, and their files come from there", async () => {
    const sound =
      '<figure class="wp-block-audio"><audio controls src="https://larks.example/wp-content/uploads/dawn.mp3"></audio></figure>';
    const xml = (await fixture("wordpress-com.xml"))
      .replaceAll("larks.example", "heard.example")
      .replace("We left at six", `${sound.replace("larks.example", "tidetables.wordpress.com")}We left at six`);
    const { report } = await importer.run(
      await zipOf({ "heard.wordpress.xml": xml, "up/wp-content/uploads/dawn.mp3": (await beginnings()).mp3 ?? "" }),
    );
    expect(report.counts?.pictures.added).toBe(1);
    const { content } = await importer.db
      .selectFrom("posts")
      .select("content")
      .where("content", "like", "%<audio%")
      .executeTakeFirstOrThrow();
    const [, file] =
      /<figure class="audio"><audio src="(\/media\/[0-9a-f-]{36}\/dawn\.mp3)"><\/audio><\/figure>/.exec(content) ?? [];
    expect(file).toBeDefined();
    const redirects = importer.db
      .selectFrom("redirects")
      .select("to_path")
      .where("from_path", "=", "/wp-content/uploads/dawn.mp3");
    expect(await redirects.execute()).toEqual([{ to_path: file }]);
  });

  test("a zip with a WordPress export: files that its texts link to come along, and their old addresses lead to them", async () => {
    const link = (address: string) => `<a href="https://${address}">map</a> `;
    const own = "tidetables.wordpress.com/wp-content/uploads/2018/01/map.pdf";
    const links = [
      own,
      "tides.files.wordpress.com/2018/01/chart.pdf",
      "other.example/uploads/x.pdf",
      "tidetables.wordpress.com/x.pdf",
    ];
    const xml = (await fixture("wordpress-com.xml"))
      .replaceAll("larks.example", "mapped.example")
      .replace("We left at six", `${links.map(link).join("")}We left at six`);
    const { pdf = "" } = await beginnings();
    const uploads = { "up/wp-content/uploads/2018/01/map.pdf": pdf, "2018/01/chart.pdf": pdf };
    const { report } = await importer.run(await zipOf({ "mapped.wordpress.xml": xml, ...uploads }));
    expect(report.counts?.pictures.added).toBe(2);
    const { content } = await importer.db
      .selectFrom("posts")
      .select("content")
      .where("content", "like", "%map.pdf%")
      .executeTakeFirstOrThrow();
    const hrefs = [...content.matchAll(/<a href="([^"]*)">map<\/a>/g)].map(([, href]) => href);
    const here = (name: string) => expect.stringMatching(new RegExp(`^/media/[0-9a-f-]{36}/${name}$`));
    expect(hrefs).toEqual([here("map.pdf"), here("chart.pdf"), ...links.slice(2).map((address) => `https://${address}`)]);
    const redirects = importer.db
      .selectFrom("redirects")
      .select("to_path")
      .where("from_path", "=", "/wp-content/uploads/2018/01/map.pdf");
    expect(await redirects.execute()).toEqual([{ to_path: hrefs[0] }]);
  });

  test("the parts of a large WordPress export are read in order, as one", async () => {
    const part = (n: number) => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress.com" created="2024-05-01 08:09"-->
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Larks</title><link>https://larks.wordpress.com</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://larks.wordpress.com</wp:base_blog_url><cloud domain='larks.wordpress.com' port='80' path='/?rsscloud=notify' />
<item><title>Part ${n}</title><content:encoded><![CDATA[Words]]></content:encoded><wp:post_id>${n}</wp:post_id>
<wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>`;
    const parts = Object.fromEntries([10, 9, 1].map((n) => [`larks/larks.wordpress.2024-05-01.${n}.xml`, part(n)]));
    await importer.run(await zipOf(parts));
    expect(await titles()).toEqual(["Part 1", "Part 10", "Part 9"]);
    const broken = { ...parts, "larks/larks.wordpress.2024-05-01.9.xml": part(9).slice(0, -20) };
    expect((await importer.check(await zipOf(broken))).report.refusal?.place).toMatch(
      /^larks\/larks\.wordpress\.2024-05-01\.9\.xml, line \d+/,
    );
    const other = { ...parts, "other.xml": part(3).replaceAll("larks.wordpress.com", "wrens.wordpress.com") };
    expect((await importer.check(await zipOf(other))).report.refusal).toEqual({
      place: "other.xml",
      sentence: "It is from a different blog than the previous files, https://wrens.wordpress.com. Import each blog alone.",
    });
  });
});

describe("a single text becomes one post", () => {
  test.each([
    ["with front matter, whatever its name", "---\ntitle: The lark\ndate: 2020-01-02\n---\nUp it goes.\n", "notes"],
    ["without front matter, by its name", "# The lark\n\nUp it goes.\n", "The-lark.md"],
    ["HTML, by its name", "<h1>The lark</h1>\n<p>Up it goes.</p>\n", "the-lark.html"],
    ["compressed", gzipSync("# The lark\n\nUp it goes.\n"), "the-lark.markdown.gz"],
  ])("%s", async (_, bytes, name) => {
    const done = await importer.run(bytes, { name });
    expect([done.kind, done.report.counts?.posts.added]).toEqual(["markdown", 1]);
    expect(await titles()).toEqual(["The lark"]);
  });
});

describe("a file of something else is refused with what it is and what to do", () => {
  test.each([
    ["a PDF", "%PDF-1.7\n%âãÏÓ", "lark.pdf", /PDF/],
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "lark.jpg", /image.*media library/],
    ["a RAR archive", Buffer.from("Rar!\x1a\x07\x01\x00", "latin1"), "blog.rar", /pack it as a zip/],
    [
      "a dump of MySQL",
      "-- MySQL dump 10.13  Distrib 8.0.36\n--\n-- Host: localhost\n",
      "db.sql",
      /database dump.*Tools → Export/,
    ],
    ["a dump of phpMyAdmin", "-- phpMyAdmin SQL Dump\n-- version 5.2.1\n", "db", /database dump/],
    ["a dump of PostgreSQL", "--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;", "db", /database dump/],
    ["a compressed dump", gzipSync("/*!40101 SET NAMES utf8 */;\n"), "db.sql.gz", /database dump/],
    ["our own JSON", '{"skylark":{"format":1},\n"authors":[]}', "export.json", /Import the archive: Download archive/],
    ["a saved web page", "<!DOCTYPE html>\n<html><body>Blog</body></html>", "blog.html", /web page, not a blog’s export/],
    ["an export of Tumblr", '<?xml version="1.0"?><tumblr version="1.0"><posts/></tumblr>', "t.xml", /Tumblr/],
    ["a list of feeds", '<?xml version="1.0"?><opml version="2.0"/>', "f.opml", /OPML/],
    ["Substack's list of posts", "post_id,post_date,is_published\n1.a,2020-01-01,true\n", "posts.csv", /whole zip/],
    ["a table of Wix", "ID,Title,Slug\n1,The lark,the-lark\n", "posts.csv", /table.*Wix/],
    ["plain text", "Dear diary", "diary.txt", /ends in \.md/],
    ["whatever else", "Dear diary", "diary", /neither a WordPress/],
  ])("%s", async (_, bytes, name, sentence) => {
    const row = await importer.check(bytes, { name });
    expect([row.state, row.report.refusal?.sentence]).toEqual(["refused", expect.stringMatching(sentence)]);
  });

  test.each([
    ["a Word document", { "[Content_Types].xml": "<Types/>", "word/document.xml": "<w:document/>" }, /Word document/],
    ["an export of Tumblr", { "posts/posts.xml": "<tumblr/>", "media/1.jpg": "x" }, /Tumblr/],
    ["the files of WordPress", { "wp-config.php": "<?php", "wp-content/index.php": "<?php" }, /Tools → Export/],
    ["a backup with a dump", { "backup/db.sql": "-- MySQL dump", "backup/files.txt": "x" }, /database dump/],
    ["an archive in an archive", { "blog.zip": "PK" }, /Unpack it/],
    ["pictures alone", { "2020/01/a.jpg": "x", "2020/02/b.png": "y" }, /only images/],
    ["nothing that is known", { "a.css": "x" }, /no Markdown files in it, and no export of/],
    ["two Ghost exports", { "a.json": '{"db":[]}', "b.json": '{"db":[]}' }, /2 Ghost exports/],
  ])("a zip: %s", async (_, files, sentence) => {
    const row = await importer.check(await zipOf(files));
    expect([row.state, row.report.refusal?.sentence]).toEqual(["refused", expect.stringMatching(sentence)]);
  });
});
