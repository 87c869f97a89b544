// slow: app/boot/upgrade-database.ts app/domain/backups/archive/ app/platform/database/ app/platform/postgres/
// slow: app/platform/storage/ db/migrations/

import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findAtWork } from "../../app/platform/postgres/postmaster.ts";
import { dataFolder, runCommand } from "../bin/commands.ts";
import { hold } from "../platform/start-database.ts";

const PASSPHRASE = "correct horse battery";

const user = (DATA_DIR: string, ...args: string[]) => runCommand("bin/user.mjs", { DATA_DIR }, args);
const backup = (env: NodeJS.ProcessEnv, ...args: string[]) => runCommand("bin/backup.mjs", env, args);
const restore = (env: NodeJS.ProcessEnv, ...args: string[]) => runCommand("bin/restore.mjs", env, args);
const lastLine = (text: string) => JSON.parse(text.trimEnd().split("\n").at(-1) ?? "");

/** A data folder that nobody else can enter; under root, PostgreSQL's files are elsewhere then, and go after the test. */
async function closedFolder(): Promise<string> {
  const folder = await dataFolder();
  await chmod(folder, 0o700);
  const dataDir = join(folder, "data");
  onTestFinished(async () => {
    const pointer = await readFile(join(dataDir, "postgres", "location.json"), "utf8").catch(() => null);
    if (pointer) await rm((JSON.parse(pointer) as { data: string }).data, { recursive: true, force: true });
  });
  return dataDir;
}

test("a site is backed up while it is stopped and while it runs, restored elsewhere, and proven", {
  timeout: 240_000,
}, async () => {
  const from = await closedFolder();
  await user(from, "create", "first@blog.example", "--admin");
  const made = await backup({ DATA_DIR: from });
  expect([made.code, made.out]).toEqual([
    0,
    expect.stringMatching(
      /^Everything is in .*\/data\/backups\/skylark-[\dT-]+Z-manual\.tar\.zst\.\n {2}0\.0 MB: \d+ rows and 0 files, in [\d.]+ s\n/,
    ),
  ]);
  expect(made.err).toMatch(/^tables 1 of \d+: /);
  const [name = ""] = await readdir(join(from, "backups"));
  const file = join(from, "backups", name);
  // Nobody else may read password hashes.
  expect([(await stat(join(from, "backups"))).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);

  const site = await hold({ dataDir: join(from, "postgres") });
  const out = join(await dataFolder(), "running.age");
  const running = await backup({ DATA_DIR: from, BACKUP_PASSPHRASE: PASSPHRASE }, out, "--json");
  expect(lastLine(running.out)).toMatchObject({
    ok: true,
    place: out,
    encrypted: true,
    missing: [],
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(lastLine(running.err)).toMatchObject({ step: expect.any(String), total: expect.any(Number) });
  expect(await findAtWork(join(from, "postgres"))).toMatchObject({ connection: { user: "skylark" } });
  const full = await restore({ DATA_DIR: from }, file);
  expect([full.code, full.out]).toEqual([1, ""]);
  expect(full.err).toMatch(
    /this database has tables with 0 posts and 1 accounts\. Nothing was changed\. Restore into another folder \(DATA_DIR=/,
  );
  await site.stop();

  const to = await closedFolder();
  const restored = await restore({ DATA_DIR: to, BACKUP_PASSPHRASE: PASSPHRASE }, out);
  expect([restored.code, restored.out]).toEqual([
    0,
    expect.stringMatching(/^The backup is restored \(made on .* UTC by release /),
  ]);
  expect((await user(to, "list")).out).toMatch(/^first@blog\.example +admin +active/);

  const proven = await restore({ DATA_DIR: "/nonexistent" }, file, "--verify");
  expect([proven.code, proven.out]).toEqual([0, expect.stringMatching(/^ {2}users +1 rows {2}same$/m)]);
  expect(proven.out).toMatch(/The backup is good \(made on .*\): it was restored and compared in [\d.]+ s\.\n$/);
  expect(await readdir("/nonexistent").catch((error: NodeJS.ErrnoException) => error.code)).toBe("ENOENT");
});

test("what can't be done is one sentence and exit code 1; wrong arguments print the usage, exit code 2", {
  timeout: 120_000,
}, async () => {
  const folder = await dataFolder();
  const DATA_DIR = join(folder, "new");
  const broken = join(folder, "broken.tar.zst");
  await writeFile(broken, "no backup");
  expect(await restore({ DATA_DIR }, broken, "--verify")).toEqual({
    code: 1,
    out: "",
    err: `${broken} isn’t a backup of this software.\n`,
  });
  const missing = await restore({ DATA_DIR }, join(folder, "none.tar.zst"), "--json");
  expect([missing.code, JSON.parse(missing.out)]).toEqual([
    1,
    { ok: false, error: `There is no backup ${join(folder, "none.tar.zst")}.`, damaged: false },
  ]);
  const damaged = await restore({ DATA_DIR }, broken, "--verify", "--json");
  expect([damaged.code, JSON.parse(damaged.out)]).toEqual([
    1,
    { ok: false, error: `${broken} isn’t a backup of this software.`, damaged: true },
  ]);
  const noService = await backup({ DATA_DIR }, "s3://bucket/folder");
  expect([noService.code, noService.err]).toEqual([
    1,
    expect.stringContaining("takes the service and the key of BACKUP_URL or S3_URL, and neither is set"),
  ]);
  const short = await backup({ DATA_DIR, BACKUP_PASSPHRASE: "short" });
  expect([short.code, short.err]).toEqual([
    1,
    expect.stringContaining("BACKUP_PASSPHRASE is *** (5 characters); it takes at least 8 characters"),
  ]);
  expect(await backup({ DATA_DIR }, "--encrypt")).toMatchObject({
    code: 1,
    err: "The passphrase is missing. Set BACKUP_PASSPHRASE.\n",
  });
  expect(await backup({ DATA_DIR }, "one", "two")).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("npm run backup -- <file"),
  });
  expect(await restore({ DATA_DIR })).toMatchObject({ code: 2, out: "", err: expect.stringContaining("--verify") });
  expect(await restore({ DATA_DIR }, broken, "--force")).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Unknown option '--force'\./),
  });
});
