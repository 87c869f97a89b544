// slow: app/boot/ app/domain/exports/ app/domain/imports/ bin/ db/migrations/ test/imports/

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wordpressOf } from "../imports/build-export.ts";
import { fixture } from "../imports/importer.ts";
import { dataFolder, runCommand } from "./commands.ts";

type Exported = { posts: { title: string; slug: string; content: string; comments: { content: string }[] }[] };
/** Each command starts a database and stops it. */
const PATIENCE = 240_000;

const run = (verb: "import" | "export", DATA_DIR: string, ...args: string[]) => runCommand(`bin/${verb}.mjs`, { DATA_DIR }, args);

async function exported(folder: string): Promise<Exported> {
  const file = join(folder, "all.json");
  expect(await run("export", folder, file)).toEqual({ code: 0, out: `Everything is in ${file}.\n`, err: "" });
  return JSON.parse(await readFile(file, "utf8"));
}

test(
  "a dry run reports what would be imported; a broken file is refused with the place; neither imports anything",
  async () => {
    const folder = await dataFolder();
    const whole = join(folder, "old.xml");
    await writeFile(whole, await fixture("wordpress.xml"));
    const looked = await run("import", folder, whole, "--dry-run");
    expect(looked.code).toBe(0);
    expect(looked.out).toMatch(/^posts +5 added$/m);
    expect(looked.out).toMatch(/^Findings: \d+ dropped, \d+ changed, \d+ kept$/m);
    // Six, of which one is left out.
    expect(looked.err).toMatch(/^(?:checking: \d+ of 6\n)+$/);

    const half = join(folder, "half.xml");
    await writeFile(half, wordpressOf(30).slice(0, 10_000));
    const refused = await run("import", folder, half);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(
      /^line \d+, after item “Post \d+ of many”: The file is cut off before its end\. Export it again\.\n$/,
    );
    expect(await run("import", folder, join(folder, "nowhere.xml"))).toEqual({
      code: 1,
      out: "",
      err: `There is no file ${join(folder, "nowhere.xml")}.\n`,
    });
    expect((await exported(folder)).posts).toEqual([]);
  },
  PATIENCE,
);

test(
  "what was imported is exported, and an empty site imports it unchanged",
  async () => {
    const [from, to] = [await dataFolder(), await dataFolder()];
    const file = join(from, "old.xml");
    await writeFile(file, wordpressOf(120));
    const brought = await run("import", from, file);
    expect([brought.code, /^posts .*$/m.exec(brought.out)?.[0]]).toEqual([0, "posts      120 added"]);
    const archive = join(from, "all.zip");
    expect(await run("export", from, archive)).toEqual({ code: 0, out: `Everything is in ${archive}.\n`, err: "" });
    const taken = await run("import", to, archive);
    expect([taken.code, /^posts .*$/m.exec(taken.out)?.[0]]).toEqual([0, "posts      120 added"]);
    const before = await exported(from);
    const after = await exported(to);
    expect(before.posts).toHaveLength(120);
    expect(before.posts.every(({ content, comments }) => content.length > 100 && comments.length === 1)).toBe(true);
    expect(after.posts).toEqual(before.posts);
  },
  PATIENCE,
);

test.each(["import", "export"] as const)("%s without a file prints its usage, exit code 2", async (verb) => {
  const { code, out, err } = await run(verb, "/nonexistent");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`npm run ${verb} -- <file`);
});
