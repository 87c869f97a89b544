import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/database/db.ts";
import type { Places } from "../../../platform/places/places.ts";
import type { Check, CheckState } from "./check.ts";

/** Requests of health checks don't count. */
export type ProxyTraffic = {
  requests: number;
  /** with fewer addresses in X-Forwarded-For than TRUST_PROXY says */
  withoutAddresses: number;
  fewestAddresses: number | null;
  /** although TRUST_PROXY is 0 */
  unknownProxy: boolean;
};

/** The server that runs the checks, or one that a command has asked. */
export type ServerState = {
  state: "ready" | "not ready" | "not running";
  /** null: nobody could tell */
  traffic: ProxyTraffic | null;
};

/** `fault`: why long reads don't go there; `lagSeconds`: how far it is behind. */
type StandbyFacts = { fault: string | null; lagSeconds: number | null };

type ReachedDatabase = {
  db: Db;
  pendingMigrations(): Promise<readonly unknown[]>;
  /** a notification that is sent now arrives */
  hears(): Promise<boolean>;
  /** of DATABASE_READ_URL */
  standby?: (() => Promise<StandbyFacts>) | undefined;
};

export type Installation = {
  config: Config;
  projectDir: string;
  version: string;
  database: ReachedDatabase | { failure: string };
  /** null with DATABASE_URL, and before the embedded database's first start */
  databaseDir: string | null;
  /** null where neither SITE_URL nor the settings name one */
  siteUrl: string | null;
  /** IANA name */
  timezone: string;
  sender: string;
  /** empty: none is set */
  newsletterSender: string;
  openPlaces(): Promise<Places>;
  server: ServerState;
  /** instead of the system's name servers: addresses, with a port if it isn't 53 */
  nameServers?: readonly string[];
};

/** An error that `run` throws becomes the finding. */
export type RunCheck = { name: string; title: string; why: string; run(installation: Installation): Promise<Finding> };

export type Finding = { state: CheckState; found: string; mend: string | null };

export const ok = (found: string): Finding => ({ state: "ok", found, mend: null });
export const warning = (found: string, mend: string): Finding => ({ state: "warning", found, mend });
export const failed = (found: string, mend: string): Finding => ({ state: "failed", found, mend });

export const reportOf = ({ name, title, why }: Omit<RunCheck, "run">, { state, found, mend }: Finding): Check => ({
  name,
  title,
  state,
  found,
  why,
  mend,
});

/** A table is missing. */
const NO_TABLE = "42P01";

/** Or says that the database can't be reached. */
export async function onDatabase(
  { database }: Installation,
  look: (db: Db, database: ReachedDatabase) => Promise<Finding>,
): Promise<Finding> {
  try {
    if ("db" in database) return await look(database.db, database);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_TABLE) throw error;
    return { state: "warning", found: "This is unknown until the first start has created the tables.", mend: null };
  }
  return { state: "warning", found: "This is unknown while the database can’t be reached.", mend: null };
}

/** "1.4 GB" */
export function inBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e3)} kB`;
}

/** "40 seconds", "3 hours" */
export function inWords(seconds: number): string {
  const units = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [size, name] = units.find(([length]) => seconds >= 2 * length || length === 1) ?? [1, "second"];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
