import { afterAll, beforeAll, expect, test } from "vitest";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer.close());

const file = (title: string, fields: string) => `---\ntitle: ${title}\ndate: 2024-01-02\n${fields}\n---\nWords.`;

test("a check forecasts the result: posts, slugs, authors, categories, tags and redirects", async () => {
  await importer.db.insertInto("tags").values({ name: "Birds", slug: "birds" }).execute();
  const { id, report } = await importer.check(
    await zipOf({
      "a/dawn.md": file("Dawn", "author: Ada\ncategories: [Light]\ntags: [birds, early]\npermalink: /2024/dawn/"),
      "b/dawn.md": file("Dawn", "author: Grace\ncategories: [Light]\ntags: [early, late]\npermalink: /2023/dawn/"),
      "c/dusk.md": file("Dusk", "author: Ada\ntags: [late]\npermalink: /admin/dusk/"),
    }),
    { name: "blog.zip" },
  );
  const none = { added: 0, updated: 0, unchanged: 0, skipped: 0 };
  const counts = {
    posts: { ...none, added: 3 },
    authors: { ...none, added: 2 },
    categories: { ...none, added: 1 },
    tags: { ...none, added: 2 },
    comments: none,
    pictures: none,
    // Two of posts; the lists of the category and of three tags, each by two paths.
    redirects: { ...none, added: 10, skipped: 1 },
  };
  expect(report.counts).toEqual(counts);
  const slug = { severity: "changed", place: "b/dawn.md", sentence: "Another post has the slug “dawn”; it has “dawn-2” here." };
  expect(report.findings).toContainEqual(slug);
  expect(await importer.db.selectFrom("posts").select("id").execute()).toEqual([]);

  const done = await importer.start(id);
  expect(done.report.counts).toEqual(counts);
  const bySentence = (one: { sentence: string }, other: { sentence: string }) => (one.sentence < other.sentence ? -1 : 1);
  expect(done.report.findings?.toSorted(bySentence)).toEqual(report.findings?.toSorted(bySentence));
  const redirects = await importer.db
    .selectFrom("redirects")
    .select(["from_path", "to_path"])
    .where("to_path", "like", "/story/%")
    .orderBy("from_path")
    .execute();
  expect(redirects).toEqual([
    { from_path: "/2023/dawn", to_path: "/story/dawn-2" },
    { from_path: "/2024/dawn", to_path: "/story/dawn" },
  ]);
});
