import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
let wordpress: string;
let ghost: string;
let zip: Buffer;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
  wordpress = await fixture("wordpress.xml");
  ghost = await fixture("ghost.json");
  zip = await zipOf({ "a.md": "---\ntitle: A lark\n---\nWords of a lark, and more of them. ".repeat(20), "b.md": "B" });
});
afterAll(() => importer.close());

/** Replaces bytes of an archive wherever they occur. */
const altered = (bytes: Buffer, from: string, to: string) => Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");
/** Sets a flag in every header of an archive: in the local ones, and in the list of contents. */
function flagged(bytes: Buffer, change: (copy: Buffer, at: number, isList: boolean) => void): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = copy.indexOf("PK\x01\x02", at + 4, "latin1"))
    change(copy, at, true);
  return copy;
}

const CASES: [what: string, make: () => Buffer | string, place: RegExp, sentence: RegExp][] = [
  ["an empty file", () => "", /^the file$/, /empty/],
  ["a file of something else", () => "Dear diary", /^the beginning/, /neither a WordPress/],
  ["XML that is no export", () => "<catalogue><book/></catalogue>", /^line 1/, /isn’t a WordPress export/],
  ["RSS that is no export", () => "<rss><channel><item><title>x</title></item></channel></rss>", /beginning/, /wxr_version/],
  ["half an export", () => wordpress.slice(0, wordpress.length / 2), /^line \d+/, /cut off/],
  ["an export whose end is missing", () => wordpress.replace("</channel>\n</rss>", ""), /after item “lark”/, /cut off/],
  ["an element that isn't closed", () => wordpress.replace("</dc:creator>", ""), /^line \d+/, /<dc:creator> isn’t closed|broken/],
  ["elements a thousand deep", () => wordpress.replace("<item>", `<item>${"<a>".repeat(1000)}`), /^line \d+/, /60 deep/],
  ["a second document behind the first", () => `${wordpress}<rss/>`, /^line \d+/, /after the end/],
  ["an unknown encoding", () => wordpress.replace("UTF-8", "KLINGON-1"), /^line 1/, /KLINGON-1/],
  ["half of a JSON", () => ghost.slice(0, ghost.length / 2), /^byte \d+, in the table posts/, /cut off/],
  ["broken JSON", () => ghost.replace('"posts_tags": [', '"posts_tags": ]'), /^byte \d+/, /broken/],
  ["JSON with something behind", () => `${ghost}{}`, /^byte \d+/, /broken/],
  ["other JSON", () => '{"db":[{"data":{"numbers":[{"a":1}]}}]}', /whole file/, /isn’t a Ghost export/],
  ["JSON a thousand deep", () => `{"data":{"posts":[${'{"a":['.repeat(500)}`, /^byte \d+/, /100 deep/],
  ["half an archive", () => zip.subarray(0, zip.length / 2), /archive/, /can’t be read/],
  [
    "an archive without posts",
    () => Buffer.from("504b0506000000000000000000000000000000000000", "hex"),
    /archive/,
    /no Markdown/,
  ],
  ["a path that leaves the archive", () => altered(zip, "a.md", "../x".slice(0, 4)), /archive/, /\.\.\/x/],
  ["an absolute path", () => altered(zip, "a.md", "/etc"), /archive/, /absolute path/],
  ["one name twice", () => altered(zip, "b.md", "a.md"), /^a\.md$/, /twice/],
  [
    "encrypted files",
    () => flagged(zip, (copy, at) => copy.writeUInt16LE(copy.readUInt16LE(at + 8) | 1, at + 8)),
    /^a\.md$/,
    /encrypted/,
  ],
  [
    "a symbolic link",
    () =>
      flagged(zip, (copy, at) => {
        copy.writeUInt16LE((3 << 8) | 20, at + 4);
        copy.writeUInt32LE((0o120777 << 16) >>> 0, at + 38);
      }),
    /^a\.md$/,
    /symbolic link/,
  ],
  [
    "a file that unpacks to more than it says",
    () => flagged(zip, (copy, at) => copy.writeUInt32LE(3, at + 24)),
    /^a\.md$/,
    /can’t be read/,
  ],
  [
    "a file that says it is enormous",
    () => flagged(zip, (copy, at) => copy.writeUInt32LE(0xf0000000, at + 24)),
    /^a\.md$|archive/,
    /MB/,
  ],
  ["a damaged file", () => flagged(zip, (copy, at) => copy.writeUInt32LE(1, at + 16)), /^a\.md$/, /checksum/],
];

describe("a file that can't be read to its end is refused, with the place; nothing of it is stored", () => {
  test.each(CASES)("%s", async (_, make, place, sentence) => {
    const row = await importer.check(make());
    expect(row.state).toBe("refused");
    expect(row.report.refusal?.place).toMatch(place);
    expect(row.report.refusal?.sentence).toMatch(sentence);
    expect(await importer.db.selectFrom("posts").select("id").execute()).toEqual([]);
    await expect(importer.start(row.id)).rejects.toMatchObject({ code: "wrong_state" });
  });
});

describe("hostile content takes no time", () => {
  const item = (content: string) =>
    `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>T</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>1</wp:post_id><wp:status>draft</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`;
  test.each([
    ["never closed captions", "[caption ".repeat(100_000)],
    ["never closed blocks", "<!-- wp:a ".repeat(90_000)],
    ["never closed pictures", '<img src="'.repeat(90_000)],
    ["never closed preformatted text", "<pre>".repeat(150_000)],
    ["never closed frames", "<iframe>".repeat(100_000)],
    ["never closed code", "[php][code][cc_a][cci] ".repeat(40_000)],
    ["never closed notes", "[ref][fn] ".repeat(90_000)],
    ["never closed objects", '<object data="'.repeat(70_000)],
    ["players", "[youtube dQw4w9WgXcQ]".repeat(40_000)],
    ["frames in frames", `${"<div>".repeat(60_000)}${'<iframe src="http://a.example">'.repeat(10_000)}`],
    ["shortcodes in shortcodes", "[gallery ids=[gallery ids=".repeat(35_000)],
    ["links", `<a href="http://a.example/${"a".repeat(20)}"`.repeat(20_000)],
    ["lines alone", "\n ".repeat(400_000)],
    ["entities", "&lt;".repeat(200_000)],
  ])("%s", async (_, content) => {
    expect((await importer.check(item(content))).state).toBe("checked");
  });

  test("a document's own entities are text", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${item("&b;").slice(0)}`;
    expect((await importer.check(bomb)).state).toBe("checked");
  });
});
