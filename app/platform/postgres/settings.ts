import { chown, readFile, rename, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { ownName } from "./choose-account.ts";
import type { Place } from "./choose-place.ts";
import type { Transport } from "./choose-transport.ts";

const settingsFile = "embedded.conf";

const MB = 2 ** 20;

/** A 64th of the machine's memory (in bytes). What doesn't fit is copied from the system again with every search. */
export const sharedBuffers = (memory: number): string => `${Math.min(Math.max(Math.floor(memory / 64 / MB), 32), 128)}MB`;

/** Less than the machine's in a container that may not use all of it. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

// Sized for a site on a small machine: of a small site, the whole server stays under 150 MB with a dozen connections in use.
const fixed: Record<string, string> = {
  max_connections: "64",
  shared_buffers: sharedBuffers(memory),
  effective_cache_size: "512MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  huge_pages: "off",
  // Processes that a site of this size has no use for.
  io_method: "sync",
  max_worker_processes: "4",
  max_logical_replication_workers: "0",
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  autovacuum: "on",
  autovacuum_max_workers: "2",
  autovacuum_worker_slots: "2",
  jit: "off",
  random_page_cost: "1.1",
  // Just enough of the log for a backup of the running server.
  wal_level: "replica",
  max_wal_senders: "2",
  min_wal_size: "32MB",
  max_wal_size: "256MB",
  // Every commit empties them; the usual 4 MB are filled once, by the first start, and then stay.
  wal_buffers: "1MB",
  wal_compression: "on",
  checkpoint_timeout: "15min",
  idle_in_transaction_session_timeout: "5min",
  // Its log file is read by people who look for trouble.
  logging_collector: "off",
  log_destination: "stderr",
  log_checkpoints: "off",
  log_line_prefix: "'%m [%p] '",
  log_timezone: "UTC",
  timezone: "UTC",
  lc_messages: "C",
};

/** Settings that came with a release, by its major number. */
const NEWER: Record<string, number> = { io_method: 18, autovacuum_worker_slots: 18 };

const durability = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };
// A test server is shared by several sites at once, each with a dozen connections.
const throwaway = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "120" };

/** Written at every start, so that a later release can change them. @returns whether anything differs from what a running server has read */
export async function writeSettings(
  place: Place,
  transport: Transport,
  { durable, major }: { durable: boolean; major: number },
): Promise<boolean> {
  const settings = { ...fixed, ...(durable ? durability : throwaway), ...transport.settings };
  const known = Object.entries(settings).filter(([name]) => (NEWER[name] ?? 0) <= major);
  const text = ["# Written at every start; changes made here are lost.", ...known.map(([k, v]) => `${k} = ${v}`)];
  const names = process.platform === "win32" ? [] : [...new Set(["root", place.account?.name ?? ownName()])];
  const identities = names.map((name) => `embedded ${quoted(name)} all`);
  // One after the other and the settings last: if this is interrupted, the next start finds them different and repeats it.
  const changes = [
    await replaceFile(place, "pg_ident.conf", `# Written at every start.\n${identities.join("\n")}\n`),
    await replaceFile(place, "pg_hba.conf", `# Written at every start.\n${transport.admission}\n`),
    await includeOnce(place),
    await replaceFile(place, settingsFile, `${text.join("\n")}\n`),
  ];
  return changes.includes(true);
}

async function includeOnce(place: Place): Promise<boolean> {
  const main = await readFile(join(place.cluster, "postgresql.conf"), "utf8").catch(() => "");
  const line = `include '${settingsFile}'`;
  return main.includes(`\n${line}\n`) ? false : replaceFile(place, "postgresql.conf", `${main}\n${line}\n`);
}

async function replaceFile(place: Place, name: string, content: string): Promise<boolean> {
  const path = join(place.cluster, name);
  if ((await readFile(path, "utf8").catch(() => null)) === content) return false;
  const draft = `${path}.new`;
  await writeFile(draft, content, { mode: 0o600 });
  if (place.account) await chown(draft, place.account.uid, place.account.gid);
  await rename(draft, path);
  return true;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
