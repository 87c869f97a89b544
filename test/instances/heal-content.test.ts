import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Media } from "../../app/domain/media/picture.ts";
import { buildCategory, buildPost } from "../builders.ts";
import { openTestContext } from "../context.ts";
import { jpeg } from "../media/pictures.ts";
import { bootInstance, signInAdmin } from "./boot-instance.ts";
import { startPassThrough } from "./pass-through.ts";

/** How soon an instance shows what another one has saved, though it wasn't told. */
const HEALED = { timeout: 5000, interval: 100 };

let opened: Awaited<ReturnType<typeof openTestContext>>;
beforeAll(async () => {
  opened = await openTestContext();
});
afterAll(() => opened.close());

test("an instance that no notification reaches shows each kind of change within seconds", async () => {
  const { db, config } = opened;
  const passThrough = await startPassThrough(config);
  const category = await buildCategory(db, { slug: "birds", color: "#3366cc" });
  const post = await buildPost(db, { title: "On larks", slug: "on-larks", category_id: category.id });
  const instance = await bootInstance({ DATABASE_URL: passThrough.urlOf(config) });
  const admin = await signInAdmin(instance);
  const picture = await admin<Media>("POST", "/api/admin/media?name=a.jpg", await jpeg(60, 40));
  const look = async () => {
    const [article, colors, moved, file] = await Promise.all(
      ["/story/on-larks", "/category-colors.css", "/old-larks", picture.url].map((path) => instance.get(path)),
    );
    return {
      title: article?.text.match(/On (larks|wrens)/)?.[0],
      site: article?.text.match(/Skylark|Nightjar/)?.[0],
      colors: colors?.text,
      moved: moved?.status,
      picture: file?.status,
    };
  };
  const before = await look();
  expect(before).toMatchObject({ title: "On larks", site: "Skylark", moved: 404, picture: 200 });

  passThrough.deafen();
  await db.updateTable("posts").set({ title: "On wrens" }).where("id", "=", post.id).execute();
  const value = JSON.stringify({ siteName: "Nightjar" });
  await db
    .insertInto("settings")
    .values({ value })
    .onConflict((of) => of.column("id").doUpdateSet({ value }))
    .execute();
  await db.updateTable("categories").set({ color: "#cc3333" }).where("id", "=", category.id).execute();
  await db.insertInto("redirects").values({ from_path: "/old-larks", to_path: "/story/on-larks" }).execute();
  await db.updateTable("media").set({ trashed_at: new Date() }).where("id", "=", picture.id).execute();
  await expect.poll(look, HEALED).toMatchObject({ title: "On wrens", site: "Nightjar", moved: 301, picture: 404 });
  expect((await look()).colors).not.toBe(before.colors);
});

test("a change while the listening connection is cut is shown, and each transaction counts once", async () => {
  const { db, config } = opened;
  const post = await buildPost(db, { title: "Of swifts", slug: "of-swifts" });
  const instance = await bootInstance({ DATABASE_URL: (await startPassThrough(config)).urlOf(config) });
  const title = async () => (await instance.get("/story/of-swifts")).text.match(/Of (swifts|terns)/)?.[0];
  const version = async () =>
    Number(
      (
        await db
          .selectFrom("content_versions")
          .select((s) => s.fn.sum("version").as("sum"))
          .executeTakeFirst()
      )?.sum,
    );
  expect(await title()).toBe("Of swifts");
  const before = await version();
  await db.transaction().execute(async (trx) => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'listen content_changed' and datname = current_database()`.execute(trx);
    for (const name of ["Of gulls", "Of terns"])
      await trx.updateTable("posts").set({ title: name }).where("id", "=", post.id).execute();
  });
  await expect.poll(title, HEALED).toBe("Of terns");
  expect(await version()).toBe(before + 1);
});

test("the answer to a save is followed by the new page, also when no notification of it comes", async () => {
  const { db, config } = opened;
  const passThrough = await startPassThrough(config);
  const post = await buildPost(db, { title: "Number 0 of the wrens", slug: "wrens-by-number" });
  const instance = await bootInstance({ DATABASE_URL: passThrough.urlOf(config) });
  const admin = await signInAdmin(instance);
  const path = `/api/admin/posts/${post.id}`;
  let { version } = await admin<{ version: number }>("GET", path);
  const shown: (string | undefined)[] = [];
  const save = async (title: string) => {
    ({ version } = await admin<{ version: number }>("PATCH", path, { title, version }));
    shown.push((await instance.get("/story/wrens-by-number")).text.match(/Number \d+ of the wrens/)?.[0]);
  };
  const titles = Array.from({ length: 40 }, (_, i) => `Number ${i + 1} of the wrens`);
  for (const title of titles.slice(0, 38)) await save(title);
  passThrough.deafen();
  for (const title of titles.slice(38)) await save(title);
  expect(shown).toEqual(titles);
});
