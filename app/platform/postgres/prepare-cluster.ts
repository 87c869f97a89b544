import { chmod, lchown, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseLog } from "../log.ts";
import { type Binaries, program } from "./choose-binaries.ts";
import type { Place } from "./choose-place.ts";
import { runProgram } from "./process.ts";
import { DatabaseStartError, explainOutput, explainSystemError } from "./start-error.ts";

// Written last into new database files. Files without it are unfinished.
const marker = "embedded.json";

// The order of texts is the same on all systems. pg_trgm asks the system what a letter is, if it has a locale that knows all of Unicode.
const LOCALE = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

type Options = { durable: boolean; passwordFile: string | null; log: DatabaseLog };

/** New files appear by a rename; unfinished ones are moved aside, never deleted. @throws DatabaseStartError 'newer-data', 'older-data' */
export async function prepareCluster(place: Place, binaries: Binaries, options: Options): Promise<void> {
  try {
    await finishSwitch(place);
    const state = await inspect(place.cluster, binaries);
    if (state === "complete") return await takeOwnership(place);
    if (state === "unfinished") {
      const aside = `${place.cluster}.unfinished-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
      await rename(place.cluster, aside);
      options.log.warn(
        { aside },
        `The database files in ${place.cluster} were never finished: moved to ${aside}, making new ones`,
      );
    }
    await create(place, binaries, options);
  } catch (error) {
    throw explainSystemError(error, place.cluster);
  }
}

async function inspect(cluster: string, binaries: Binaries): Promise<"absent" | "unfinished" | "complete"> {
  const entries: string[] = await readdir(cluster).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (entries.length === 0) return "absent";
  const major = entries.includes("PG_VERSION")
    ? Number.parseInt(await readFile(join(cluster, "PG_VERSION"), "utf8"), 10)
    : Number.NaN;
  if (major !== binaries.major && !Number.isNaN(major)) throw otherMajor(cluster, major, binaries.major);
  return Number.isNaN(major) || !entries.includes(marker) ? "unfinished" : "complete";
}

async function create(place: Place, binaries: Binaries, options: Options): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (name.startsWith("cluster.draft-")) await rm(join(place.home, name), { recursive: true, force: true, maxRetries: 10 });
  }
  const draft = await mkdtemp(join(place.home, "cluster.draft-"));
  try {
    if (place.account) await lchown(draft, place.account.uid, place.account.gid);
    const access = options.passwordFile
      ? ["--auth=scram-sha-256", `--pwfile=${options.passwordFile}`]
      : ["--auth-local=peer", "--auth-host=reject"];
    const sync = options.durable ? [] : ["--no-sync"];
    const flags = ["--username=postgres", "--data-checksums", "--no-instructions", ...access, ...sync];
    const initdb = (locale: string[]) =>
      runProgram(program(binaries, "initdb"), [`--pgdata=${draft}`, ...LOCALE, ...locale, ...flags], place.account);
    const known = await initdb(["--lc-ctype=C.UTF-8"]);
    const made = !known.ok && known.output.includes("invalid locale name") ? await initdb([]) : known;
    if (!made.ok) throw explainOutput(made.output, place.home);
    await writeFile(join(draft, marker), `${JSON.stringify({ madeBy: binaries.version, madeAt: new Date().toISOString() })}\n`);
    await rm(place.cluster, { recursive: true, force: true });
    await rename(draft, place.cluster);
    if (options.durable) await syncFolder(place.home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Files may have changed hands (a copy, chown -R). Closes the folder to all others. */
async function takeOwnership({ cluster, account }: Place): Promise<void> {
  const { uid, mode } = await stat(cluster);
  if (account && uid !== account.uid) {
    for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
      await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
    }
    // The folder comes last: an interruption before it is repaired by the next start.
    await lchown(cluster, account.uid, account.gid);
  }
  if (process.platform !== "win32" && (mode & 0o777) !== 0o700) await chmod(cluster, 0o700);
}

async function syncFolder(path: string): Promise<void> {
  // Windows can't open folders, and needs no such thing.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/** Filled and compared by an upgrade; they carry this note until they are in place. */
export const UPGRADED = "cluster.upgraded";
const PROVEN = "proven.json";

/** A crash in between is repaired by the next start. @param major of the older files @returns where these are now */
export async function switchClusters(home: string, major: number): Promise<string> {
  await writeFile(join(home, UPGRADED, PROVEN), `${JSON.stringify({ provenAt: new Date().toISOString() })}\n`);
  await syncFolder(join(home, UPGRADED));
  const older = join(home, `cluster.postgresql-${major}-${new Date().toISOString().slice(0, 10)}`);
  await rename(join(home, "cluster"), older);
  await finishSwitch({ home, cluster: join(home, "cluster") });
  return older;
}

async function finishSwitch({ home, cluster }: Pick<Place, "home" | "cluster">): Promise<void> {
  const upgraded = join(home, UPGRADED);
  if (cluster === upgraded || (await stat(cluster).catch(() => null)) || !(await stat(join(upgraded, PROVEN)).catch(() => null)))
    return;
  await rename(upgraded, cluster);
  await syncFolder(home);
}

export async function majorOf(home: string): Promise<number | null> {
  const text = await readFile(join(home, "cluster", "PG_VERSION"), "utf8").catch(() => "");
  return Number.parseInt(text, 10) || null;
}

function otherMajor(cluster: string, theirs: number, ours: number): DatabaseStartError {
  if (theirs > ours) {
    return new DatabaseStartError(
      "newer-data",
      `The database in ${cluster} was written by PostgreSQL ${theirs}, and this release has PostgreSQL ${ours}, which can't read it. ` +
        "Nothing was changed. Start the newer release that wrote it; to go back to this one, move the folder away and restore a backup that this release made (npm run restore).",
    );
  }
  return new DatabaseStartError(
    "older-data",
    `The database in ${cluster} was written by PostgreSQL ${theirs}, and this release has PostgreSQL ${ours}, which can't read those files. ` +
      "Nothing was changed. Run npm start -- --upgrade-database: it copies everything into new files, compares it, and keeps the old ones.",
  );
}
