// slow: app/domain/exports/ app/domain/imports/ app/domain/posts/ app/platform/ db/migrations/

import { readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startImport, undoImport } from "../../app/domain/imports/import-commands.ts";
import { performImport } from "../../app/domain/imports/perform-import.ts";
import { presentImport } from "../../app/domain/imports/read-imports.ts";
import { updatePost } from "../../app/domain/posts/update-post.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { wordpressOf } from "./build-export.ts";
import { type Importer, openImporter, zipOf } from "./importer.ts";

let importer: Importer;
let server: Server;
let site: string;
beforeAll(async () => {
  const picture = await jpeg(64, 48);
  server = createServer((_, response) => void response.end(picture));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  importer = await openImporter({ allows: (address) => address === "127.0.0.1" });
});
afterAll(async () => {
  await importer.close();
  server.close();
});
const adminId = () => (importer.admin.kind === "user" ? importer.admin.id : "");
beforeEach(async () => {
  const { db } = importer;
  for (const table of ["import_items", "imports", "posts", "media", "categories", "tags", "redirects"] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "<>", adminId()).execute();
});

async function undo(id: string) {
  await undoImport(importer.ctx, importer.admin, id);
  await performImport(importer.ctx, id, importer.tools);
  return importer.stored(id);
}

/** How many rows each table has that an import fills. */
async function rows() {
  const { db } = importer;
  const tables = [
    "posts",
    "post_slugs",
    "comments",
    "media",
    "categories",
    "tags",
    "redirects",
    "users",
    "import_items",
    "import_pictures",
    "import_updates",
    "post_schedules",
  ] as const;
  const counts = tables.map(async (table) => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as("n"))
      .executeTakeFirstOrThrow();
    return [table, Number(n)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
const files = async () => {
  const all = await readdir(join(importer.folder, "media"), { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const reported = (row: { report: { findings?: { severity: string; place: string; sentence: string }[] } }) =>
  (row.report.findings ?? []).map(({ severity, place, sentence }) => `${severity}: ${place}: ${sentence}`);
const post = (slug: string) => importer.db.selectFrom("posts").selectAll().where("slug", "=", slug).executeTakeFirst();
const edit = async (slug: string, changes: Record<string, unknown>) => {
  const found = await post(slug);
  await updatePost(importer.ctx, importer.admin, found?.id ?? "", { version: found?.version ?? 0, ...changes });
};

/** A blog of two posts; with `words` in the first one. */
const blog = (words = "Of larks.", lines = "") =>
  zipOf({
    "blog/_posts/2024-01-02-lark.md": `---\ntitle: Lark\ndate: 2024-01-02 10:00:00 +0000\ncategories: [Birds]\ntags: [song, dawn]\nauthor: Ada\n${lines}---\n${words} ![a lark](${site}/lark.jpg)`,
    "blog/_posts/2024-01-03-owl.md":
      "---\ntitle: Owl\ndate: 2024-01-03 10:00:00 +0000\ncategories: [Night]\nauthor: Bo\nredirect_from: /old-owl/\n---\nOf owls.",
  });

describe("an import is undone", () => {
  test("with all that it has added, files included, and its file can be imported again", async () => {
    await buildPost(importer.db, { slug: "mine" });
    const [before, filesBefore] = [await rows(), await files()];
    const done = await importer.run(wordpressOf(3).replace("lark field", `<img src="${site}/a.jpg">`));
    const zip = await importer.run(await blog());
    const full = await rows();
    expect(full).toMatchObject({ posts: 6, comments: 3, media: expect.any(Number) });
    expect(full.media).toBeGreaterThan(0);
    expect((await files()).length).toBeGreaterThan(filesBefore.length);
    const until = presentImport(zip, importer.ctx.clock.now()).undo_until ?? "";
    expect(new Date(until).getTime() - (zip.finished_at?.getTime() ?? 0)).toBe(30 * 24 * 3600_000);
    const first = await undo(done.id);
    expect([first.state, first.report.removed]).toMatchObject(["undone", { posts: 3, comments: 3 }]);
    const second = await undo(zip.id);
    expect([second.state, second.report.removed]).toEqual([
      "undone",
      { posts: 2, authors: 2, categories: 2, tags: 2, comments: 0, pictures: 1, redirects: second.report.removed?.redirects },
    ]);
    expect(second.report.removed?.redirects).toBeGreaterThan(0);
    expect([await rows(), await files()]).toEqual([before, filesBefore]);
    expect(presentImport(second, importer.ctx.clock.now())).toMatchObject({ undo_until: null, found: { kept: 0 } });
    const again = await importer.start(zip.id);
    expect([again.state, again.report.counts?.posts.added, again.report.removed]).toEqual(["done", 2, undefined]);
    const log = await importer.db
      .selectFrom("audit_log")
      .select(["action", "after"])
      .where("entity_id", "=", zip.id)
      .where("action", "in", ["undo begun", "undone"])
      .orderBy("id")
      .execute();
    expect(log).toMatchObject([{ action: "undo begun" }, { action: "undone", after: { posts: 2 } }]);
  });

  test("but what somebody has worked with here stays, and that is said", async () => {
    const { id } = await importer.run(await blog());
    await edit("lark", { title: "My lark" });
    const owl = await post("owl");
    await importer.db
      .insertInto("comments")
      .values({ post_id: owl?.id ?? "", content: "I love owls", status: "approved", guest_name: "Tom" })
      .execute();
    const { state, report } = await undo(id);
    expect([state, report.removed?.posts, report.counts?.posts.unchanged]).toEqual(["undone", 0, 2]);
    const findings = reported({ report });
    expect(findings).toContain("kept: post “My lark”: It was edited here since it was imported: it stays.");
    expect(findings).toContain("kept: post “Owl”: Readers have commented on it here: it stays.");
    expect(findings).toContain("kept: categories, “Birds”: It has posts here: it stays.");
    expect(findings).toContain("kept: images, “lark.jpg”: A post here shows it: it stays.");
    expect(findings).toContain("kept: authors, “Ada”: The account is in use here: it stays.");
    expect(await rows()).toMatchObject({ posts: 2, media: 1, categories: 2, tags: 2, users: 3 });
    const again = await importer.start(id);
    expect(again.report.counts?.posts).toMatchObject({ added: 0, unchanged: 2 });
    expect((await post("lark"))?.title).toBe("My lark");
  });

  test("and posts that it replaced say again what they said before", async () => {
    await importer.run(await blog());
    const before = await post("lark");
    const second = await importer.run(await blog("Far more larks.", "updated: 2024-05-05\npublished: false\n"));
    expect(second.report.counts?.posts).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await post("lark"))?.content).toContain("Far more larks.");
    const revisions = () => importer.db.selectFrom("post_revisions").select("content_text").orderBy("position").execute();
    expect((await revisions()).map(({ content_text }) => content_text.split(".")[0])).toEqual(["Of larks", "Far more larks"]);
    const { report } = await undo(second.id);
    expect([report.counts?.posts.updated, report.removed?.posts, reported({ report })]).toEqual([1, 0, []]);
    const after = await post("lark");
    const { version: _, ...fields } = before ?? { version: 0 };
    expect(after).toMatchObject(fields);
    const again = await importer.run(await blog("Far more larks."));
    expect(again.report.counts?.posts).toMatchObject({ updated: 1, unchanged: 1 });
    await edit("lark", { title: "My lark" });
    const kept = await undo(again.id);
    expect(reported(kept)).toEqual([
      "kept: post “My lark”: It was edited here since it was imported: it doesn’t get its previous text back.",
    ]);
    expect((await post("lark"))?.title).toBe("My lark");
  });
});

describe("an undo goes on", () => {
  test("after the process was stopped, in batches, and twice does no harm", async () => {
    const file = wordpressOf(250);
    const { id } = await importer.run(file);
    await undoImport(importer.ctx, importer.admin, id);
    const stopping = new AbortController();
    const seen: number[] = [];
    const onProgress = (_: string, done: number) => {
      seen.push(done);
      if (seen.length === 2) stopping.abort();
    };
    await performImport(importer.ctx, id, { ...importer.tools, stopping: stopping.signal, onProgress });
    const half = await importer.stored(id);
    expect([half.state, half.report.removed?.posts, (await rows()).posts]).toEqual(["undoing", 100, 150]);
    await performImport(importer.ctx, id, importer.tools);
    await performImport(importer.ctx, id, importer.tools);
    const { state, report, done, total } = await importer.stored(id);
    expect([state, report.removed?.posts, report.removed?.comments, done === total]).toEqual(["undone", 250, 250, true]);
    expect(await rows()).toMatchObject({ posts: 0, comments: 0, import_items: 0, tags: 0, categories: 0, users: 1 });
  });

  test("with 2 000 posts, 2 000 comments and a bounded memory", async () => {
    const { id } = await importer.run(wordpressOf(2000));
    expect((await rows()).posts).toBe(2000);
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    const onProgress = () => {
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    };
    await undoImport(importer.ctx, importer.admin, id);
    await performImport(importer.ctx, id, { ...importer.tools, onProgress });
    const { state, report } = await importer.stored(id);
    expect([state, report.removed?.posts, report.removed?.comments]).toEqual(["undone", 2000, 2000]);
    expect(most / 1024 ** 2).toBeLessThan(150);
    // Statistics that PostgreSQL takes during the first batch make lookups slow until it takes the next ones, a minute later.
  }, 300_000);
});

describe("an undo is refused", () => {
  const refusal = (id: string) => undoImport(importer.ctx, importer.admin, id).catch((error: Error) => error.message);

  test("when nothing was stored, and after 30 days", async () => {
    const { id } = await importer.check(await blog());
    expect(await refusal(id)).toBe("There is nothing to undo for this import.");
    await importer.start(id);
    const finished_at = new Date(importer.ctx.clock.now().getTime() - 31 * 24 * 3600_000);
    await importer.db.updateTable("imports").set({ finished_at }).where("id", "=", id).execute();
    expect(await refusal(id)).toBe("An import can be undone for 30 days after it ends. That time has passed.");
    expect(presentImport(await importer.stored(id), importer.ctx.clock.now()).undo_until).toBeNull();
  });

  test("while another import of the same blog is under way, which can't begin during an undo", async () => {
    const one = await importer.run(await blog());
    const two = await importer.check(await blog());
    await startImport(importer.ctx, importer.admin, two.id);
    expect(await refusal(one.id)).toBe("Another import of this blog is running. Undo this one after that.");
    await performImport(importer.ctx, two.id, importer.tools);
    await undoImport(importer.ctx, importer.admin, one.id);
    await expect(startImport(importer.ctx, importer.admin, two.id)).rejects.toMatchObject({ code: "wrong_state" });
    await performImport(importer.ctx, one.id, importer.tools);
    expect((await importer.stored(one.id)).state).toBe("undone");
  });
});
