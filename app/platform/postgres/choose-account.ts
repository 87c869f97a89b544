import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { type Account, runProgram } from "./process.ts";
import { DatabaseStartError } from "./start-error.ts";

/**
 * PostgreSQL refuses to run as root: there it runs as the owner of existing files, the caller of sudo, `postgres` or `nobody`, in this
 * order.
 * @returns null: as ourselves
 * @throws DatabaseStartError 'no-account', 'no-permission'
 */
export async function chooseAccount(cluster: string): Promise<Account | null> {
  if (process.platform === "win32") return null;
  const self = process.getuid?.() ?? 0;
  const owner = (await stat(cluster).catch(() => null))?.uid;
  if (self !== 0) {
    if (owner !== undefined && owner !== self) throw notOurs(cluster, await nameOf(owner));
    return null;
  }
  // Files given to root (by a copy, or chown -R) are handed back: root itself may not run PostgreSQL.
  const candidates = [owner ? await nameOf(owner) : null, await sudoCaller(), "postgres", "nobody"];
  for (const name of candidates) {
    const account = name ? await lookUp(name) : null;
    if (account && account.uid !== 0) return account;
  }
  throw new DatabaseStartError(
    "no-account",
    "PostgreSQL refuses to run as root, and this system has no other user to run it as (looked for the caller of sudo, " +
      "“postgres” and “nobody”). Nothing was changed. Start as an ordinary user, or add one named “postgres”.",
  );
}

export function ownName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new DatabaseStartError(
      "no-account",
      `The user id ${process.getuid?.()} has no name on this system, and PostgreSQL insists on one. Nothing was changed. ` +
        "Add the user to /etc/passwd, start as another one, or use a PostgreSQL of your own with DATABASE_URL.",
      { cause: error },
    );
  }
}

function notOurs(cluster: string, owner: string | null): DatabaseStartError {
  return new DatabaseStartError(
    "no-permission",
    `The database files in ${cluster} belong to the user ${owner ?? "of another system"}, and you are ${ownName()}. ` +
      "Nothing was changed. Start as that user (or as root, if that is how it was first started), or give the folder away with chown -R.",
  );
}

async function sudoCaller(): Promise<string | null> {
  const uid = Number(process.env.SUDO_UID);
  return Number.isSafeInteger(uid) && uid > 0 ? nameOf(uid) : null;
}

async function nameOf(uid: number): Promise<string | null> {
  const asked = await runProgram("id", ["-nu", String(uid)]);
  return asked.ok ? asked.output.trim() : null;
}

async function lookUp(name: string): Promise<Account | null> {
  const [uid, gid] = await Promise.all([runProgram("id", ["-u", name]), runProgram("id", ["-g", name])]);
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output), name } : null;
}
