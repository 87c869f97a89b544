import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { EXPORTS, NOTHING } from "./every-export.ts";
import { type Importer, openImporter } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter({ allows: () => false });
});
afterAll(() => importer.close());
const TABLES = [
  "imports",
  "import_items",
  "import_pictures",
  "redirects",
  "comments",
  "posts",
  "tags",
  "categories",
  "media",
] as const;
beforeEach(async () => {
  for (const table of TABLES) await importer.db.deleteFrom(table).execute();
  const { admin, db } = importer;
  if (admin.kind === "user") await db.deleteFrom("users").where("id", "<>", admin.id).execute();
});

/** Pictures of the web, which no test fetches. */
const UNFETCHED = /^The (?:featured )?image … /;

test.each(EXPORTS)("%s", async (name, kind, bytes, expected) => {
  const oldSite = kind === "ghost" ? "https://old.example" : null;
  const done = await importer.run(await bytes(), { name, oldSite });
  const { counts, groups = [] } = done.report;
  const posts = await importer.db.selectFrom("posts").select(["listed", "status"]).execute();
  const redirects = await importer.db.selectFrom("redirects").select("to_path").execute();
  const toArticles = redirects.filter(({ to_path }) => to_path.startsWith("/story/")).length;
  expect([done.kind, done.state]).toEqual([kind, "done"]);
  expect({
    posts: posts.filter(({ listed }) => listed).length,
    pages: posts.filter(({ listed }) => !listed).length,
    drafts: posts.filter(({ status }) => status === "draft").length,
    comments: counts?.comments.added,
    pictures: (counts?.pictures.added ?? 0) + (counts?.pictures.skipped ?? 0),
    categories: counts?.categories.added,
    tags: counts?.tags.added,
    redirects: [toArticles, redirects.length - toArticles],
  }).toEqual({ ...NOTHING, ...expected, findings: undefined });
  const reported = groups.filter(({ sentence }) => !UNFETCHED.test(sentence));
  const { findings = [] } = expected;
  const named = findings.map(([, severity, words]) => {
    const found = reported.filter((one) => one.severity === severity && one.sentence.includes(words));
    return [found.reduce((sum, { count }) => sum + count, 0), severity, words];
  });
  expect(named).toEqual(findings);
  expect(reported.filter((one) => !findings.some(([, , words]) => one.sentence.includes(words)))).toEqual([]);
});
