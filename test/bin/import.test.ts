import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildCategory, buildUser } from "../builders.ts";
import { fixture } from "../imports/importer.ts";
import { urlOf } from "../platform/database.ts";
import { runCommand } from "./commands.ts";

let app: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), "skylark-import-command-"));
  file = join(folder, "old.xml");
  await writeFile(file, await fixture("wordpress.xml"));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand("app/boot/import-command.ts", { DATABASE_URL: urlOf(app.database.config), DATA_DIR: folder }, args);
const posts = () => app.context.db.selectFrom("posts").select(["status", "author_id", "category_id"]).execute();

test("choices and an undo on the command line", async () => {
  const { id: author } = await buildUser(app.context.db, { role: "admin", email: "editor@blog.example" });
  const { id: category } = await buildCategory(app.context.db, { slug: "imported" });
  const chosen = ["--drafts", "--pages", "skip", "--author", "Editor@blog.example", "--category", "imported"];
  const dry = await run(file, "--dry-run", ...chosen);
  expect([dry.code, await posts()]).toEqual([0, []]);
  const { code, out } = await run(file, ...chosen);
  const stored = await posts();
  expect([code, stored.length > 0]).toEqual([0, true]);
  expect(stored.every(({ status, author_id }) => status === "draft" && author_id === author)).toBe(true);
  expect(stored.some(({ category_id }) => category_id === category)).toBe(true);
  const id = /--undo (\S+)/.exec(out)?.[1] ?? "";
  const undone = await run("--undo", id);
  expect([undone.code, undone.out]).toEqual([0, expect.stringMatching(new RegExp(`posts +${stored.length} removed`))]);
  expect(await posts()).toEqual([]);
  expect(await run("--undo", id)).toMatchObject({ code: 1, err: expect.stringContaining("nothing to undo for this import") });
});

test("what can't be chosen is refused with its reason", async () => {
  await buildUser(app.context.db, { role: "user", email: "reader@blog.example" });
  const refused: [string[], string][] = [
    [[file, "--author", "nobody@blog.example"], "There is no user with the email address nobody@blog.example."],
    [[file, "--author", "reader@blog.example"], "the author must be an active user who may write"],
    [[file, "--category", "none"], "There is no category with the slug none."],
    [[file, "--pages", "burn"], "--pages must be one of pages, articles, drafts, skip."],
    [["--undo", "17"], "17 isn't the id of an import."],
    [["--undo", randomUUID()], "Import not found"],
  ];
  for (const [args, reason] of refused)
    expect(await run(...args)).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
  expect(await run(file, "--undo", randomUUID())).toMatchObject({ code: 2 });
});
