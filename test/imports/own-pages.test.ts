import { afterAll, beforeAll, expect, test } from "vitest";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer.close());

const file = (title: string, text: string, more = "") => `---\ntitle: ${title}\n${more}---\n${text}\n`;
const TEXT = "Ada Larkin, Lark Lane 7, 10115 Berlin, answers for everything on this site.";
/** A Hugo site, whose pages are at the root of its content. */
const site = () =>
  zipOf({
    "blog/hugo.toml": 'baseURL = "https://old.example/"\ntitle = "Old"\n',
    "blog/content/posts/dawn.md": file("Dawn", `${TEXT} See [who](/imprint/).`, "date: 2020-01-02\n"),
    "blog/content/imprint.md": file("Imprint", TEXT, "aliases: [/legal/]\n"),
    "blog/content/login.md": file("How to sign in there", TEXT),
  });
const kinds = () => importer.db.selectFrom("posts").select(["slug", "kind", "listed", "status"]).orderBy("slug").execute();
const redirects = async () =>
  (await importer.db.selectFrom("redirects").select(["from_path", "to_path"]).orderBy("from_path").execute()).map(
    ({ from_path, to_path }) => `${from_path} → ${to_path}`,
  );

test("pages stay pages at their addresses, and the product keeps its own", async () => {
  const { report } = await importer.run(await site(), { pages: "pages" });
  expect(await kinds()).toEqual([
    { slug: "dawn", kind: "post", listed: true, status: "published" },
    { slug: "imprint", kind: "page", listed: false, status: "published" },
    { slug: "login-2", kind: "page", listed: false, status: "published" },
  ]);
  const led = await redirects();
  expect(led).toContain("/legal → /imprint");
  expect(led).toContain("/posts/dawn → /story/dawn");
  expect(led.filter((line) => line.startsWith("/imprint"))).toEqual([]);
  const reported = (report.findings ?? []).map(({ sentence }) => sentence);
  expect(reported).toContain("The URL “/login” belongs to the site itself; it has “login-2” here.");
  // The link to the page is no dead one.
  expect(reported.filter((sentence) => sentence.includes("/imprint"))).toEqual([]);
});

test("the same file again brings nothing twice", async () => {
  const { report } = await importer.run(await site(), { pages: "pages" });
  expect(report.counts?.posts).toMatchObject({ added: 0, unchanged: 3 });
  expect(await kinds()).toHaveLength(3);
});
