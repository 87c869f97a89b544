import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listPosts } from "../../app/domain/posts/list-posts.ts";
import { rebuildSearch } from "../../app/domain/search/rebuild-search.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildContext, buildPost, buildTag } from "../builders.ts";
import { createTestDatabase } from "../platform/database.ts";
import { silent } from "../platform/test-postgres.ts";

const MIGRATIONS = join(process.cwd(), "db/migrations");
/** The last migration of the release that didn't know stems. */
const LAST = "0080";

test("articles of an earlier release are found by their words at once, and by their stems after the rebuild", async () => {
  const database = await createTestDatabase();
  const { pool, db, close } = connectDatabase<DB>(database.config, { log: silent });
  const dir = await mkdtemp(join(tmpdir(), "skylark-upgrade-"));
  try {
    await pool.query("drop schema public cascade; create schema public");
    const before = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql") && name.slice(0, 4) <= LAST);
    for (const name of before) await copyFile(join(MIGRATIONS, name), join(dir, name));
    await migrate({ pool, dir, log: silent });
    const garden = await buildTag(db, { name: "Gardening", slug: "gardening" });
    const text = { description: "", content_text: "She walked to the sea." };
    await buildPost(db, { ...text, slug: "walk", title: "A long day", tags: [garden.id] });
    await buildPost(db, { ...text, slug: "draft", title: "A long draft", status: "draft" });
    await migrate({ pool, dir: MIGRATIONS, log: silent });

    const ctx = buildContext(db);
    const slugs = async (search: string) =>
      (await listPosts(ctx, { search, exact: true, page: 1, limit: 10 })).posts.map(({ slug }) => slug);
    expect([await slugs("long day"), await slugs("walked"), await slugs("walking")]).toEqual([["walk"], ["walk"], []]);
    // The release before can still be serving.
    await db.updateTable("posts").set({ content_text: "She walked to the lake." }).where("slug", "=", "walk").execute();
    expect([await slugs("lake walking"), await slugs("gardens lake")]).toEqual([["walk"], ["walk"]]);
    await pool.query("update published_texts set language = ''");
    expect([await rebuildSearch(ctx), await rebuildSearch(ctx)]).toEqual([1, 0]);
    expect(await slugs("gardens lake")).toEqual(["walk"]);
    const { rows } = await pool.query(
      "select word, posts from site_words where word in ('lake', 'sea', 'gardening') order by word",
    );
    expect(rows).toEqual([
      { word: "gardening", posts: 1 },
      { word: "lake", posts: 1 },
    ]);
  } finally {
    await close();
    await database.drop();
    await rm(dir, { recursive: true });
  }
});
