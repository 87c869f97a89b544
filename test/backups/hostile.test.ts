// slow: app/boot/upgrade-database.ts app/domain/backups/archive/ app/platform/database/ app/platform/postgres/
// slow: app/platform/storage/ db/migrations/

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DamagedBackup } from "../../app/domain/backups/archive/archive-format.ts";
import { locateBackup } from "../../app/domain/backups/archive/backup-target.ts";
import { verifyBackup } from "../../app/domain/backups/archive/verify-backup.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { jpeg } from "../media/pictures.ts";
import { silent } from "../platform/test-postgres.ts";
import { backUp, emptyDatabase, MIGRATIONS, newFolder, refusal, restore } from "./backups.ts";
import { changed, decryptAge, flipped, type Part, pack, resealed, tarHeader, tarOf, unpack } from "./forge.ts";
import { ask } from "./recount.ts";

const PASSPHRASE = "correct horse battery";

let app: TestApp;
let plain: Buffer;
let sealed: Buffer;
let parts: Part[];
beforeAll(async () => {
  app = await createTestApp();
  const { actor } = await signedInUser(app, { role: "admin" });
  await buildPost(app.context.db, { content: "The end of the post that is looked for." });
  await buildPost(app.context.db, { content: Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64") });
  await actor.send("POST", "/api/admin/media?name=dawn.jpg", { body: new Uint8Array(await jpeg(700, 500)) });
});
afterAll(() => app.close());

/** Two backups, made by the first test, because folders live as long as a test. */
async function makeBackups() {
  plain = await readFile((await backUp(app.database.config, { dataDir: app.folder })).file);
  const encrypted = await backUp(app.database.config, { dataDir: app.folder, passphrase: PASSPHRASE });
  expect([encrypted.result.encrypted, encrypted.result.name]).toEqual([true, expect.stringMatching(/\.tar\.zst\.age$/)]);
  sealed = await readFile(encrypted.file);
  parts = await unpack(plain);
}

const find = (pattern: RegExp) => parts.find(({ name }) => pattern.test(name)) as Part;
const json = (name: string, change: (value: Record<string, never>) => void) =>
  changed(parts, name, (data) => {
    const value = JSON.parse(String(data));
    change(value);
    return JSON.stringify(value);
  });
type Loose = Record<string, never> & { tables: Record<string, unknown>[]; migrations: Record<string, unknown>[] };
const manifest = (change: (value: Loose) => void) => resealed(json("manifest.json", change as never));

test("an encrypted backup opens by the specification of age, and holds the same as the other", async () => {
  await makeBackups();
  const opened = await unpack(decryptAge(sealed, PASSPHRASE));
  const names = (list: Part[]) => list.map(({ name }) => name);
  expect(names(opened)).toEqual(names(parts));
  expect(find(/^media\/.*\.jpg$/).data).toEqual(opened.find(({ name }) => /\.jpg$/.test(name))?.data);
  expect(() => decryptAge(sealed, "another pass phrase")).toThrow(/auth/i);
});

/** Forged or broken files: how they are made, what is said about them, and with which pass phrase they are read. */
type Forgery = [name: string, make: () => Buffer | Promise<Buffer>, says: RegExp, passphrase?: string];

const TRUNCATED: Forgery[] = [0, 3, 0.1, 0.5, 0.9].map((share) => [
  `cut off at ${share}`,
  () => plain.subarray(0, share > 1 ? share : plain.length * share),
  share === 0 || share === 3 ? /isn’t a backup/ : /cut off|broken/,
]);

const FORGERIES: Forgery[] = [
  ...TRUNCATED,
  ["cut off by a byte", () => plain.subarray(0, -1), /is cut off: it ends after \d+ bytes/],
  ["cut off by 13 bytes", () => plain.subarray(0, -13), /is cut off: it ends after \d+ bytes/],
  ["with a byte too many", () => Buffer.concat([plain, Buffer.alloc(1)]), /is broken before byte/],
  ["cut off between two files", async () => pack(parts.slice(0, -1)), /is cut off: it ends before checksums\.json/],
  ["a picture", () => jpeg(60, 60), /isn’t a backup of this software/],
  [
    "a flipped bit in a table",
    async () => {
      const piece = find(/^tables\/posts\//);
      return pack(changed(parts, piece.name, (data) => flipped(data, data.indexOf("looked for"))));
    },
    /is broken in the table posts, piece 1: its content isn’t what was written/,
  ],
  [
    "a flipped bit in a table, with new checksums",
    async () => {
      const piece = find(/^tables\/posts\//);
      return pack(resealed(changed(parts, piece.name, (data) => flipped(data, data.indexOf("looked for")))));
    },
    /The table posts has 2 rows in the backup, but other ones were written/,
  ],
  [
    "a flipped bit in a picture",
    async () => pack(changed(parts, find(/\.jpg$/).name, (data) => flipped(data, 900))),
    /is broken in media\/\w\w\/[0-9a-f-]+\/700\.jpg/,
  ],
  [
    "a flipped bit in the manifest",
    async () => {
      const at = String(find(/^manifest/).data).indexOf("created_at") + 17;
      return pack(changed(parts, "manifest.json", (data) => flipped(data, at)));
    },
    /is broken in manifest\.json/,
  ],
  ["a wrong pass phrase", () => sealed, /isn’t the passphrase/, "another pass phrase"],
  ["no pass phrase", () => sealed, /is encrypted\. Set BACKUP_PASSPHRASE/],
  ["encrypted and cut off", () => sealed.subarray(0, sealed.length * 0.6), /cut off|broken/, PASSPHRASE],
  ["encrypted, with a flipped bit", () => flipped(sealed, sealed.length >> 1), /is broken before byte \d+ of \d+, /, PASSPHRASE],
  ["encrypted, with a flipped bit in its header", () => flipped(sealed, 60), /broken at its beginning|passphrase/, PASSPHRASE],
  [
    "a path that leaves the archive",
    async () =>
      pack(
        resealed([...parts.slice(0, 1), { name: "media/../../../etc/cron.d/evil", data: Buffer.from("x") }, ...parts.slice(1)]),
      ),
    /holds a file that no backup has: "media\/\.\.\/\.\.\/\.\.\/etc\/cron\.d\/evil"/,
  ],
  [
    "an absolute path",
    async () => pack(resealed([...parts.slice(0, 1), { name: "/etc/evil", data: Buffer.from("x") }, ...parts.slice(1)])),
    /holds a file that no backup has/,
  ],
  [
    "a link",
    async () => pack([...parts.slice(0, 1), { name: find(/\.jpg$/).name, data: Buffer.alloc(0), type: "symlink" }]),
    /holds something that isn’t a file/,
  ],
  [
    "a piece of 4 GB",
    async () => {
      const first = (await tarOf(parts.slice(0, 1))).subarray(0, -1024);
      return zstdCompressSync(
        Buffer.concat([first, tarHeader("tables/posts/00001.copy", 4_000_000_000), Buffer.alloc(50_000_000)]),
      );
    },
    /posts\/00001\.copy has 4000000000 bytes, more than any piece has/,
  ],
  [
    "a list of 100 MB",
    async () => {
      const first = (await tarOf(parts.slice(0, 1))).subarray(0, -1024);
      return zstdCompressSync(Buffer.concat([first, tarHeader("checksums/00001.sha256", 1e8), Buffer.alloc(1e8)]));
    },
    /00001\.sha256 has 100000000 bytes, more than any backup has/,
  ],
  [
    "a missing piece",
    async () => pack(resealed(parts.filter(({ name }) => !name.startsWith("tables/users/")))),
    /The table users has 0 rows in the backup, but other ones were written/,
  ],
  [
    "a piece that comes twice",
    async () => {
      const at = parts.findIndex(({ name }) => name.startsWith("tables/posts/"));
      return pack(resealed([...parts.slice(0, at), parts[at] as Part, ...parts.slice(at)]));
    },
    /Piece 2 of the table posts is missing/,
  ],
  [
    "something after the end",
    async () => pack([...parts, { name: "manifest.json", data: Buffer.from("{}") }]),
    /goes on after its end/,
  ],
  [
    "a newer format",
    async () => pack(manifest((value) => Object.assign(value, { format: 2, version: "9.9.9" }))),
    /made by a newer release \(9\.9\.9, format 2; this one reads format 1\)/,
  ],
  [
    "a newer release",
    async () =>
      pack(
        manifest(({ migrations }) => {
          migrations.push({ ...migrations[0], version: migrations.length + 1, name: "9999_later.sql" });
        }),
      ),
    /newer than this release: it has the migration "9999_later\.sql"/,
  ],
  [
    "another migration of the same name",
    async () => pack(manifest(({ migrations }) => Object.assign(migrations[3] ?? {}, { checksum: "0".repeat(64) }))),
    /migration "0004_passwords\.sql" isn’t the one that this release has/,
  ],
  [
    "a manifest that isn't JSON",
    async () =>
      pack(resealed(changed(parts, "manifest.json", (data) => String(data).replace('"format": 1,', '"format": 1,\n-')))),
    /The backup’s manifest\.json is broken: .* in JSON at position \d+ .*\. Nothing was changed\. Use another backup\.$/,
  ],
  [
    "a manifest of something else",
    async () => pack(resealed(changed(parts, "manifest.json", () => '{"product":"Ghost"}'))),
    /isn’t a backup of this software/,
  ],
  [
    "a table whose name is SQL",
    async () => pack(manifest(({ tables }) => Object.assign(tables[0] ?? {}, { name: 'x"; drop table users; --' }))),
    /manifest\.json is broken at tables\.0\.name/,
  ],
  [
    "a bound that is SQL",
    async () =>
      pack(
        manifest(({ tables }) =>
          Object.assign(tables[0] ?? {}, { partitions: [{ name: "p", from: "1) to (2); drop table users; --", to: "2" }] }),
        ),
      ),
    /manifest\.json is broken at tables\.0\.partitions\.0\.from/,
  ],
  [
    "a type that is SQL",
    async () =>
      pack(
        manifest(({ tables }) =>
          Object.assign(tables.find(({ name }) => name === "users") ?? {}, {
            columns: [{ name: "x", type: "text); drop table users; --" }],
          }),
        ),
      ),
    /has a column of the type text\); drop table users; --, which isn’t known/,
  ],
];

test("each broken or forged file is refused with its place, and nothing is touched", async () => {
  const folder = await newFolder();
  const dataDir = await newFolder();
  const to = await emptyDatabase();
  const said: Record<string, string> = {};
  for (const [name, make, , passphrase] of FORGERIES) {
    await writeFile(join(folder, "forged.tar.zst"), await make());
    const source = await locateBackup({ folder, name: "forged.tar.zst" });
    said[name] = await refusal(restore(to, source, dataDir, { passphrase }));
  }
  for (const [name, , says] of FORGERIES) expect.soft(said[name], name).toMatch(says);
  expect(await ask(to, "select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")).toEqual(
    [],
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test("a flipped bit anywhere in the file is noticed", async () => {
  const folder = await newFolder();
  const to = await emptyDatabase();
  for (let n = 0; n < 24; n++) {
    const at = Math.floor(((n + 0.5) / 24) * plain.length);
    await writeFile(join(folder, "flipped.tar.zst"), flipped(plain, at));
    const source = await locateBackup({ folder, name: "flipped.tar.zst" });
    const said = await restore(to, source, folder).catch((error: unknown) => error);
    // Which of these comes first depends on what the bit was for: the compression, the archive, or a file's content.
    expect(said, `byte ${at} of ${plain.length}`).toBeInstanceOf(DamagedBackup);
    expect((said as Error).message, `byte ${at} of ${plain.length}`).toMatch(
      /^(?:The backup .*is broken (?:before byte \d+ of \d+, )?(?:in|before) |The backup .*is cut off: |The backup’s \S+ (?:is broken|has \d+ bytes)|The backup (?:holds|has|doesn’t begin) |The backup’s lists |The backup’s \S+ names |Piece \d+ |The table \S+ has )/,
    );
    expect((said as Error).message).not.toContain("\n");
  }
});

test("proving a backup finds a picture without one of its files, though every checksum is right", {
  timeout: 120_000,
}, async () => {
  const folder = await newFolder();
  const [gone] = parts.filter(({ name }) => name.endsWith(".webp")) as [Part, ...Part[]];
  const fewer = parts.filter((part) => part !== gone);
  const files = fewer.filter(({ name }) => name.startsWith("media/"));
  const counted = { count: files.length, bytes: files.reduce((sum, { data }) => sum + data.length, 0) };
  const sums = changed(fewer, "checksums.json", (data) => JSON.stringify({ ...JSON.parse(String(data)), files: counted }));
  await writeFile(join(folder, "fewer.tar.zst"), await pack(resealed(sums)));
  const from = await locateBackup({ folder, name: "fewer.tar.zst" });
  const proof = await verifyBackup({ from, migrationsDir: MIGRATIONS, projectDir: process.cwd(), log: silent });
  const [, , id] = gone.name.split("/");
  expect([proof.ok, proof.differences]).toEqual([false, [`The image ${id} doesn’t have all of its files.`]]);
  expect(proof.tables.map(({ name }) => name)).toContain("users");
});

test("a table that isn't the product's is left out, and said to be", async () => {
  const folder = await newFolder();
  const own = { schema: "public", name: "somebody_elses", columns: [{ name: "x", type: "text" }], partitions: [] };
  const sum = { rows: 0, bytes: 0, pieces: 0, digest: "0".repeat(64) };
  parts = manifest(({ tables }) => tables.push(own));
  parts = resealed(json("checksums.json", (value) => Object.assign(value.tables as unknown as object, { somebody_elses: sum })));
  await writeFile(join(folder, "with.tar.zst"), await pack(parts));
  const { tables } = await restore(await emptyDatabase(), await locateBackup({ folder, name: "with.tar.zst" }), folder);
  expect(tables.filter(({ left }) => left).map(({ name }) => name)).toEqual(["somebody_elses"]);
});
