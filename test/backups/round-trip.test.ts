// slow: app/boot/upgrade-database.ts app/domain/backups/archive/ app/platform/database/ app/platform/postgres/
// slow: app/platform/storage/ db/migrations/

import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { zstdDecompressSync } from "node:zlib";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePartitions } from "../../app/domain/analytics/rollups/partitions.ts";
import type { Media } from "../../app/domain/media/picture.ts";
import { storeDrawing } from "../../app/domain/newsletter/mail/store-drawing.ts";
import { connectDatabase } from "../../app/platform/database/connect.ts";
import { migrate } from "../../app/platform/database/migrate.ts";
import { startJobs } from "../../app/platform/jobs.ts";
import type { Actor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildCategory, buildPost, buildSession, buildSubscriber } from "../builders.ts";
import { wav } from "../media/files.ts";
import { jpeg } from "../media/pictures.ts";
import { silent } from "../platform/test-postgres.ts";
import { buildWebhook } from "../webhooks/build-webhook.ts";
import { backUp, emptyDatabase, MIGRATIONS, newFolder, refusal, restore } from "./backups.ts";
import { ask, recount, schemaOf } from "./recount.ts";

/** Texts that COPY has to escape, and some that look as if it had. */
const AWKWARD = [
  "\\N",
  "\\.",
  "a\tb\nc\r\nd\\e",
  "",
  "NULL",
  "'\"\\x41",
  "🙂 ß \u2028 \u00a0",
  "\\\\N\n\\.\n",
  "x".repeat(300_000),
];

let app: TestApp;
let admin: Actor;
beforeAll(async () => {
  app = await createTestApp();
  admin = (await signedInUser(app, { role: "admin" })).actor;
});
afterAll(() => app.close());

/** Jobs that wait, in the queue's own tables. */
async function addJobs() {
  const { pool, close } = connectDatabase<object>(app.database.config, { log: silent, max: 3 });
  const jobs = await startJobs({ pool, connection: app.database.config, names: ["one", "two"], log: app.context.log });
  for (const name of ["one", "two"]) await jobs.send(name, { text: AWKWARD }, { db: app.context.db as never, after: 3600 });
  await jobs.stop();
  await close();
}

async function fill() {
  const { db } = app.context;
  const category = await buildCategory(db);
  for (const content of AWKWARD) await buildPost(db, { content, content_html: content, category_id: category.id });
  const body = new Uint8Array(await jpeg(700, 500));
  const { status, body: picture } = await admin.send<Media>("POST", "/api/admin/media?name=dawn.jpg", { body });
  expect(status).toBe(201);
  const tone = await admin.send<Media>("POST", "/api/admin/media/files?name=tone.wav", { body: new Uint8Array(wav()) });
  expect(tone.status).toBe(201);
  const old = new Date("2024-02-29T12:00:00Z");
  await makePartitions(db, [old, new Date("2025-01-01T00:00:00Z")]);
  await sql`insert into analytics_records (visit, visitor, path_id, origin_id, agent_id, place_id, first_seconds, last_seconds, network)
    select (${old.getTime()}::bigint << 20) + n, n, 1, 1, 1, 1, 0, 0, '203.0.113.0/24' from generate_series(1, 5000) n`.execute(
    db,
  );
  const imported = randomUUID();
  await sql`insert into imports (id, name, bytes) values (${imported}, 'old.xml', 5)`.execute(db);
  await mkdir(join(app.folder, "imports"), { recursive: true });
  await writeFile(join(app.folder, "imports", imported), "<rss>");
  const session = buildSession();
  const { id } = await db.selectFrom("posts").select("id").orderBy("slug").executeTakeFirstOrThrow();
  await app.actors.reader(session).post("/api/likes/toggle", { article_id: id });
  const { user } = await signedInUser(app);
  await sql`insert into passkeys (user_id, credential_id, public_key, counter, user_handle, rp_id, friendly_name, created_at)
    values (${user.id}, ${randomBytes(32)}, ${randomBytes(77)}, 7, ${randomBytes(32)}, 'blog.example', ${AWKWARD[2]}, now())`.execute(
    db,
  );
  await addJobs();
  return { picture, imported };
}

/** Keys, sessions and tokens, which each site makes for itself. */
const SECRETS = [
  "signing_keys",
  "auth_sessions",
  "refresh_tokens",
  "one_time_tokens",
  "link_secrets",
  "mfa_factors",
  "mfa_challenges",
  "mfa_recovery_codes",
  "passkey_challenges",
  "setup_links",
  "api_tokens",
  "analytics_salts",
].map((name) => `public.${name}`);
const withoutSecrets = (counted: Record<string, string>) =>
  Object.fromEntries(Object.entries(counted).filter(([name]) => !SECRETS.includes(name)));

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();

test("everything comes back: rows, columns, keys, triggers, partitions, sequences, jobs, pictures and files of imports", async () => {
  const { picture, imported } = await fill();
  const expected = withoutSecrets(await recount(app.database.config));
  const { result, source } = await backUp(app.database.config, { dataDir: app.folder });
  expect(result.name).toMatch(/^skylark-\d{4}-\d\d-\d\dT\d{6}Z-manual\.tar\.zst$/);
  const rows = Object.values(expected).reduce((sum, text) => sum + Number(text.split(" ")[0]), 0);
  // The list of migrations is in the manifest.
  const migrations = (await readdir(MIGRATIONS)).length;
  expect([result.rows, result.files, result.missing]).toEqual([rows - migrations, 7, []]);

  const to = await emptyDatabase();
  const dataDir = await newFolder();
  const restored = await restore(to, source, dataDir);
  expect([restored.rows, restored.files, restored.migrated]).toEqual([result.rows, result.files, []]);
  const found = withoutSecrets(await recount(to));
  for (const name of [
    "public.posts",
    "public.analytics_records_2024_02",
    "pgboss.job_common",
    "public.media",
    "public.article_likes",
    "public.passkeys",
  ])
    expect(Number(found[name]?.split(" ")[0])).toBeGreaterThan(0);
  expect(found).toEqual(expected);
  expect(await schemaOf(to)).toEqual(await schemaOf(app.database.config));
  const sequences = "select schemaname, sequencename, last_value from pg_sequences order by 1, 2";
  expect(await ask(to, sequences)).toEqual(await ask(app.database.config, sequences));

  const media = await filesIn(join(app.folder, "media"));
  expect(media).toHaveLength(6);
  expect(await filesIn(join(dataDir, "media"))).toEqual(media);
  for (const file of media)
    expect(await readFile(join(dataDir, "media", file))).toEqual(await readFile(join(app.folder, "media", file)));
  // Ids are random, so the picture's files may come before or after the sound.
  expect(media.map((file) => file.split("/")[2])).toContain(picture.url.split("/")[2]);
  expect(await readFile(join(dataDir, "imports", imported), "utf8")).toBe("<rss>");

  // The triggers work again, and new rows get new numbers.
  await ask(to, "insert into audit_log (action, entity, label) select 'created', 'post', 'x'").catch(() => {});
  await expect(ask(to, "insert into posts_tags (post_id, tag_id) values (gen_random_uuid(), gen_random_uuid())")).rejects.toThrow(
    /foreign key/,
  );
  expect(await refusal(restore(to, source, await newFolder()))).toMatch(
    /empty installation, and this database has tables with \d+ posts and \d+ accounts\. Choose another\.$/,
  );
});

/** Who restores the app's own backup finds nobody signed in. */
async function expectNewSecrets(config: Awaited<ReturnType<typeof emptyDatabase>>) {
  for (const name of ["signing_keys", "auth_sessions", "refresh_tokens", "one_time_tokens", "setup_links", "analytics_salts"])
    expect([name, await ask(config, `select from ${name}`)]).toEqual([name, []]);
  const secrets = "select purpose, secret from link_secrets order by purpose";
  const [own, restored] = [await ask(app.database.config, secrets), await ask(config, secrets)];
  expect(restored.map(({ purpose }) => purpose)).toEqual(own.map(({ purpose }) => purpose));
  for (const { secret } of own) expect(restored.map((row) => row.secret)).not.toContain(secret);
  expect(await ask(config, "select hash from user_passwords order by hash")).toEqual(
    await ask(app.database.config, "select hash from user_passwords order by hash"),
  );
}

test("no key, session or token is in the file, and none of an older backup's is taken over", async () => {
  const { db } = app.context;
  const { user } = await signedInUser(app);
  await sql`insert into user_passwords (user_id, hash) values (${user.id}, '$argon2id$v=19$kept')`.execute(db);
  const hex = (bytes: number) => randomBytes(bytes).toString("hex");
  const [hash, code, salt, link] = [hex(32), `code ${hex(8)}`, hex(16), `/auth/confirm?token_hash=${hex(32)}`];
  const invitation = `https://blog.example/invitation?token_hash=${hex(32)}&type=invite`;
  const bytes = Buffer.from(hash, "hex");
  await sql`insert into one_time_tokens (user_id, kind, email, code_hash, link_hash, expires_at)
    values (${user.id}, 'recovery', ${user.email}, ${bytes}, ${bytes}, now() + interval '1 hour')`.execute(db);
  await sql`insert into outbox (recipient, kind, subject, body_text, body_html, link, code, useful_until)
    values (${user.email}, 'recovery', 's', ${link + code}, ${link}, ${link}, ${code}, now() + interval '1 hour'),
      ('c@blog.example', 'invite', 's', ${invitation}, 'h', ${invitation}, null, now() + interval '1 hour'),
      ('b@blog.example', 'password_changed', 'kept', 't', 'h', null, null, now())`.execute(db);
  await sql`insert into setup_links (token_hash, created_at, expires_at) values (${bytes}, now(), now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into analytics_salts (day, salt, created_at) values ('2026-01-02', ${Buffer.from(salt, "hex")}, now())`.execute(
    db,
  );
  const { id: token } = await buildToken(app, user.id);
  const { signing_key, session } = (
    await sql<{
      signing_key: string;
      session: string;
    }>`select (select private_jwk ->> 'd' from signing_keys limit 1) as signing_key,
      (select id::text from auth_sessions limit 1) as session`.execute(db)
  ).rows[0] ?? { signing_key: "", session: "" };
  const { rows: secrets } = await sql<{ secret: string }>`select secret from link_secrets`.execute(db);
  const hidden = [hash, code, salt, link, invitation, signing_key, session, token, ...secrets.map(({ secret }) => secret)];
  expect(hidden.every((one) => one.length > 15)).toBe(true);

  const textOf = async (file: string) => zstdDecompressSync(await readFile(file)).toString("latin1");
  const { file } = await backUp(app.database.config, { dataDir: app.folder });
  const text = await textOf(file);
  expect(hidden.filter((one) => text.includes(one))).toEqual([]);
  expect(text).toContain("password_changed\tkept\t");

  // As releases did that left nothing out; a move of the database still does.
  const whole = await backUp(app.database.config, { dataDir: app.folder, withSecrets: true });
  const all = await textOf(whole.file);
  expect(hidden.filter((one) => !all.includes(one))).toEqual([]);
  const older = await emptyDatabase();
  await restore(older, whole.source, await newFolder());
  await expectNewSecrets(older);
  const moved = await emptyDatabase();
  await restore(moved, whole.source, await newFolder(), { withSecrets: true });
  expect(await recount(moved)).toEqual(await recount(app.database.config));
});

test("files that are gone are reported; the backup and its restore go on without them", async () => {
  const copy = await newFolder();
  await cp(join(app.folder, "media"), join(copy, "media"), { recursive: true });
  const [first = ""] = await filesIn(join(copy, "media"));
  await rm(join(copy, "media", first));
  const id = first.split("/")[2];
  const { result, source } = await backUp(app.database.config, { dataDir: copy });
  const [imported] = await app.context.db.selectFrom("imports").select("id").execute();
  expect([result.files, result.missing.sort()]).toEqual([5, [`imports/${imported?.id}`, `media/${id}`]]);
  expect((await restore(await emptyDatabase(), source, await newFolder())).missing).toHaveLength(2);
});

test("a restored site sends nothing of the newsletter until its owner says so", async () => {
  await sql`insert into newsletter_issues (kind, subject, state, scheduled_at, mail, started_at) values
    ('letter', 'on its way', 'sending', null, '{}', now()), ('letter', 'for tomorrow', 'scheduled', now() + interval '1 day', null, null),
    ('letter', 'long ago', 'sent', null, '{}', now())`.execute(app.context.db);
  const { id: subscriber } = await buildSubscriber(app.context.db, { frequency: "weekly" });
  const { source } = await backUp(app.database.config, { dataDir: app.folder });
  const to = await emptyDatabase();
  await restore(to, source, await newFolder());
  const issues = await ask(
    to,
    "select subject, state, reason ~ 'restored from a backup' as told from newsletter_issues order by state",
  );
  expect(issues).toEqual([
    { subject: "for tomorrow", state: "draft", told: true },
    { subject: "on its way", state: "paused", told: true },
    { subject: "long ago", state: "sent", told: null },
  ]);
  expect(await ask(to, "select digest_held from newsletter_upkeep")).toEqual([{ digest_held: true }]);
  await app.context.db.deleteFrom("subscribers").where("id", "=", subscriber).execute();
  await sql`delete from newsletter_issues`.execute(app.context.db);
});

test("a restored site doesn't tell webhooks what they may know, and its log says so", async () => {
  const { db } = app.context;
  const { id } = await buildWebhook(db);
  const lease = { claim: crypto.randomUUID(), lease_until: new Date() };
  const states = [{ state: "delivered" }, { state: "waiting" }, { state: "claimed", ...lease }];
  for (const state of states)
    await db
      .insertInto("webhook_deliveries")
      .values({ ...state, webhook_id: id, type: "post.published", chain: "x", facts: "{}" })
      .execute();
  const { source } = await backUp(app.database.config, { dataDir: app.folder });
  const to = await emptyDatabase();
  await restore(to, source, await newFolder());
  const rows = await ask(
    to,
    "select state, failure ~ 'restored from a backup' as told from webhook_deliveries order by position",
  );
  expect(rows).toEqual([
    { state: "delivered", told: null },
    { state: "given up", told: true },
    { state: "given up", told: true },
  ]);
  expect(await ask(to, "select is_active from webhooks")).toEqual([{ is_active: true }]);
  await db.deleteFrom("webhooks").execute();
});

test("diagrams and logos that emails show come back, so that issues can be read and the rest of a paused one is whole", async () => {
  const { db } = app.context;
  const png = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#4a90a4" } })
    .png()
    .toBuffer();
  const path = await storeDrawing(app.media, png, 40);
  const html = `<img src="https://blog.example${path}"><img src="https://blog.example/media/${randomUUID()}/40.png">`;
  await sql`insert into newsletter_issues (kind, subject, state, mail, started_at) values
    ('letter', 'paused', 'paused', ${JSON.stringify({ html })}, now()), ('letter', 'sent', 'sent', ${JSON.stringify({ html })}, now())`.execute(
    db,
  );
  const { result, source } = await backUp(app.database.config, { dataDir: app.folder });
  expect(result.missing).not.toContainEqual(expect.stringContaining("media/"));
  const dataDir = await newFolder();
  await restore(await emptyDatabase(), source, dataDir);
  const [, , id = "", file = ""] = path.split("/");
  expect(await readFile(join(dataDir, "media", id.slice(0, 2), id, file))).toEqual(png);
  await sql`delete from newsletter_issues`.execute(db);
  await app.media.remove(id);
});

test("pictures that are there already stay; others in their place are refused, and nothing is restored", async () => {
  const { source } = await backUp(app.database.config, { dataDir: app.folder });
  const dataDir = await newFolder();
  await cp(join(app.folder, "media"), join(dataDir, "media"), { recursive: true });
  await restore(await emptyDatabase(), source, dataDir);
  const [file = ""] = await filesIn(join(dataDir, "media"));
  await writeFile(join(dataDir, "media", file), "another");
  await rm(join(dataDir, "imports"), { recursive: true });
  const to = await emptyDatabase();
  expect(await refusal(restore(to, source, dataDir))).toMatch(/has other content for the image [0-9a-f-]{36}/);
  expect(await ask(to, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  expect(await readFile(join(dataDir, "media", file), "utf8")).toBe("another");
  expect(await readdir(join(dataDir, "imports")).catch(() => [])).toEqual([]);
});

/** A folder with the first migrations alone. */
async function migrationsUpTo(last: number): Promise<string> {
  const folder = await newFolder();
  const names = (await readdir(MIGRATIONS)).filter((name) => Number(name.slice(0, 4)) <= last);
  for (const name of names) await cp(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

async function migrated(config: Awaited<ReturnType<typeof emptyDatabase>>, dir: string) {
  const { pool, close } = connectDatabase<object>(config, { log: silent, max: 1 });
  await migrate({ pool, dir, log: silent }).finally(close);
}

test("a backup of an older release is restored and migrated; a newer one is refused before anything is touched", async () => {
  const old = await emptyDatabase();
  await migrated(old, await migrationsUpTo(30));
  await ask(
    old,
    `insert into posts (title, slug, description, content, content_html, content_text, status, published_at)
    values ('Old', 'old', 'd', '<p>Old</p>', '<p>Old</p>', 'Old', 'published', now())`,
  );
  const { source } = await backUp(old, { dataDir: await newFolder() });
  const to = await emptyDatabase();
  const { migrated: later } = await restore(to, source, await newFolder());
  expect(later[0]).toMatch(/^0031_/);
  expect(later).toHaveLength((await readdir(MIGRATIONS)).length - 30);
  expect(await ask(to, "select title, listed from posts")).toEqual([{ title: "Old", listed: true }]);
  // As if it had been migrated in its place.
  await migrated(old, MIGRATIONS);
  expect(await schemaOf(to)).toEqual(await schemaOf(old));

  const empty = await emptyDatabase();
  const dir = await migrationsUpTo(29);
  expect(await refusal(restore(empty, source, await newFolder(), { migrationsDir: dir }))).toMatch(
    /newer than this release: it has the migration "0030_\w+\.sql", which is unknown here\. .* release 1\.2\.3 or a later one\.$/,
  );
  expect(await ask(empty, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
});

/** So many rows lie between tables that are read early and those that are read late. */
const IN_BETWEEN = 60_000;

test("while fifty writes a second run, the backup shows one moment: counters equal rows, and each post has its revision", async () => {
  const { db } = app.context;
  const category = await buildCategory(db);
  const { id: liked } = await buildPost(db, { category_id: category.id });
  await sql`insert into import_items (source, key, entity_id, hash)
    select 'filler', 'post:' || n, gen_random_uuid(), md5(n::text) from generate_series(1, ${sql.lit(IN_BETWEEN)}) n`.execute(db);
  let isOver = false;
  const counts = { likes: 0, posts: 0 };
  const like = async () => {
    for (; !isOver; await pause(25)) {
      const { status } = await app.actors.reader(buildSession()).post("/api/likes/toggle", { article_id: liked });
      if (status === 200) counts.likes += 1;
    }
  };
  const write = async () => {
    for (; !isOver; await pause(50)) {
      const fields = {
        title: `Post ${counts.posts}`,
        slug: `post-${counts.posts}`,
        description: "d",
        content: "<p>Words.</p>",
        category_id: category.id,
      };
      const { status } = await admin.post("/api/admin/posts", fields);
      if (status === 201) counts.posts += 1;
    }
  };
  const writing = [like(), like(), write()];
  await pause(500);
  const before = { ...counts };
  const { source, result } = await backUp(app.database.config, { dataDir: app.folder });
  const during = counts.likes + counts.posts - before.likes - before.posts;
  isOver = true;
  await Promise.all(writing);
  expect(result.rows).toBeGreaterThan(IN_BETWEEN);
  expect(during).toBeGreaterThan(10);

  const to = await emptyDatabase();
  await restore(to, source, await newFolder());
  const wrong = await ask(
    to,
    `select p.slug from posts p where likes_count <> (select count(*) from article_likes l where l.article_id = p.id and is_liked)
     union all select p.slug from posts p where p.title like 'Post %' and not exists (select from post_revisions r where r.post_id = p.id)
     union all select 'revision' from post_revisions r where not exists (select from posts p where p.id = r.post_id)`,
  );
  expect(wrong).toEqual([]);
  const [{ likes, posts } = { likes: 0, posts: 0 }] = await ask<{ likes: number; posts: number }>(
    to,
    "select (select likes_count from posts where id = $1) as likes, (select count(*)::int from posts where title like 'Post %') as posts",
    [liked],
  );
  expect(likes).toBeGreaterThanOrEqual(before.likes);
  expect(posts).toBeGreaterThanOrEqual(before.posts);
  expect(likes + posts).toBeLessThan(counts.likes + counts.posts);
});
