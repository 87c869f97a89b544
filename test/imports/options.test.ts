import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { importOptions } from "../../app/domain/imports/import.ts";
import { chooseOptions } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { buildCategory, buildUser } from "../builders.ts";
import { wordpressOf } from "./build-export.ts";
import { fixture, type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer.close());
beforeEach(async () => {
  for (const table of ["import_items", "imports", "posts", "categories"] as const) await importer.db.deleteFrom(table).execute();
  await importer.db.deleteFrom("users").where("id", "<>", adminId()).execute();
});
const adminId = () => (importer.admin.kind === "user" ? importer.admin.id : "");

/** Chooses, and checks the file again. */
async function choose(id: string, options: Record<string, unknown>) {
  await chooseOptions(importer.ctx, importer.admin, id, importOptions.parse(options));
  await performImport(importer.ctx, id, importer.tools);
  return importer.stored(id);
}
/** Imports a file with choices. */
async function run(bytes: Uint8Array | string, options: Record<string, unknown>) {
  const { id } = await importer.check(bytes);
  const checked = await choose(id, options);
  return { id, checked, done: await importer.start(id) };
}
const posts = () =>
  importer.db
    .selectFrom("posts as p")
    .leftJoin("categories as c", "c.id", "p.category_id")
    .leftJoin("users as u", "u.id", "p.author_id")
    .select(["p.id", "p.slug", "p.status", "p.created_at", "p.published_at", "c.slug as category", "u.email as author"])
    .orderBy("p.slug")
    .execute();

const BLOG = {
  "blog/_posts/2024-01-02-lark.md":
    "---\ntitle: Lark\ndate: 2024-01-02 10:00:00 +0000\ncategory: Birds\nauthor: Ada\npermalink: /lark.html\n---\nWords",
  "blog/_posts/2024-01-03-owl.md": "---\ntitle: Owl\ndate: 2024-01-03 10:00:00 +0000\nauthor: Bo\n---\nWords",
};

test("all posts come as drafts with their dates, and old addresses lead to them once they are published", async () => {
  const { done } = await run(await zipOf(BLOG), { status: "drafts" });
  expect(await posts()).toMatchObject([
    { slug: "lark", status: "draft", published_at: null, created_at: new Date("2024-01-02T10:00:00Z") },
    { slug: "owl", status: "draft", published_at: null, created_at: new Date("2024-01-03T10:00:00Z") },
  ]);
  const redirects = await importer.db.selectFrom("redirects").select(["from_path", "to_path"]).execute();
  expect(redirects).toContainEqual({ from_path: "/lark.html", to_path: "/story/lark" });
  expect(done.report.counts?.posts.added).toBe(2);
});

test("one author and one category for all: the file's authors get no accounts, and posts keep a category that they have", async () => {
  const { id: author_id } = await buildUser(importer.db, { role: "admin", email: "editor@blog.example" });
  const { id: category_id } = await buildCategory(importer.db, { slug: "imported" });
  const { checked, done } = await run(await zipOf(BLOG), { author_id, category_id });
  expect(checked.report.counts?.authors).toMatchObject({ added: 0, unchanged: 0 });
  expect(done.report.counts).toEqual(checked.report.counts);
  expect((await posts()).map(({ slug, category, author }) => [slug, category, author])).toEqual([
    ["lark", "birds", "editor@blog.example"],
    ["owl", "imported", "editor@blog.example"],
  ]);
  expect(await importer.db.selectFrom("users").select("email").orderBy("email").execute()).toEqual([
    { email: "editor@blog.example" },
    { email: "owner@blog.example" },
  ]);
});

test("other choices update what an import has brought", async () => {
  const { id } = await run(await zipOf(BLOG), { status: "drafts" });
  const checked = await choose(id, {});
  expect([checked.state, checked.report.counts?.posts]).toMatchObject(["checked", { updated: 2, added: 0 }]);
  await importer.start(id);
  expect((await posts()).map(({ status }) => status)).toEqual(["published", "published"]);
});

test("authors who wrote nothing get no account", async () => {
  const file = wordpressOf(3);
  const extra = Array.from(
    { length: 300 },
    (_, n) =>
      `<wp:author><wp:author_id>${900 + n}</wp:author_id><wp:author_login>extra${n}</wp:author_login>` +
      `<wp:author_email>extra${n}@old.example</wp:author_email></wp:author>`,
  );
  const whole = file.replace("<item>", `${extra.join("\n")}<item>`);
  const done = await importer.run(whole);
  expect(done.report.counts?.authors.added).toBeLessThan(5);
  const rows = await importer.db.selectFrom("users").select("email").where("email", "like", "extra%").execute();
  expect(rows).toEqual([]);
});

test("what was chosen and is gone by the start ends the run, and nothing is stored", async () => {
  const { id: category_id } = await buildCategory(importer.db, { slug: "gone" });
  const { id } = await importer.check(await zipOf(BLOG));
  await choose(id, { category_id });
  await importer.db.deleteFrom("categories").where("id", "=", category_id).execute();
  const failed = await importer.start(id);
  expect([failed.state, failed.report.refusal]).toEqual([
    "failed",
    { place: "the choices", sentence: "The category that was chosen is gone: choose another one." },
  ]);
  expect(await posts()).toEqual([]);
});

describe("a choice is refused", () => {
  test("when there is no such author or category", async () => {
    const { id } = await importer.check(await fixture("ghost.json"));
    const reader = await buildUser(importer.db, { role: "user" });
    const options = importOptions.parse({ author_id: reader.id, category_id: crypto.randomUUID() });
    await expect(chooseOptions(importer.ctx, importer.admin, id, options)).rejects.toMatchObject({
      kind: "invalid",
      details: [{ field: "author_id" }, { field: "category_id" }],
    });
  });

  test("while the file is being checked", async () => {
    const { id } = await importer.check(await fixture("ghost.json"));
    await chooseOptions(importer.ctx, importer.admin, id, importOptions.parse({}));
    await expect(chooseOptions(importer.ctx, importer.admin, id, importOptions.parse({}))).rejects.toMatchObject({
      code: "wrong_state",
    });
  });
});
