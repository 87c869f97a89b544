import type { Config } from "../../../platform/config/config.ts";
import type { Db } from "../../../platform/database/db.ts";
import type { Places } from "../../../platform/places/places.ts";
import type { Check, CheckState } from "./check.ts";

/** What a running server has seen of the proxies in front of it. Requests of health checks don't count. */
export type ProxyTraffic = {
  /** how many requests it has taken */
  requests: number;
  /** how many of them had fewer addresses in X-Forwarded-For than TRUST_PROXY says */
  withoutAddresses: number;
  /** the fewest addresses that a request had; null before the first one */
  fewestAddresses: number | null;
  /** whether requests seem to have come through a proxy although TRUST_PROXY is 0 */
  unknownProxy: boolean;
};

/** The server that the checks are about: the one that runs them, or one that a command has asked. */
export type ServerState = {
  state: "ready" | "not ready" | "not running";
  /** null: nobody could tell */
  traffic: ProxyTraffic | null;
};

/** How a standby that long reads go to is: why it isn't read from, and how far it is behind, in seconds. */
type StandbyFacts = { fault: string | null; lagSeconds: number | null };

type ReachedDatabase = {
  db: Db;
  pendingMigrations(): Promise<readonly unknown[]>;
  /** whether a notification that is sent now arrives */
  hears(): Promise<boolean>;
  /** asks how the standby of DATABASE_READ_URL is; absent where none is named */
  standby?: (() => Promise<StandbyFacts>) | undefined;
};

export type Installation = {
  config: Config;
  /** folder of the project, with package.json */
  projectDir: string;
  /** the version that `package.json` names */
  version: string;
  database: ReachedDatabase | { failure: string };
  /** the folder of the embedded database; null with DATABASE_URL, and before its first start */
  databaseDir: string | null;
  /** the site's public address; null where neither SITE_URL nor the settings name one */
  siteUrl: string | null;
  /** IANA name of the site's time zone */
  timezone: string;
  /** the address that mails come from */
  sender: string;
  openPlaces(): Promise<Places>;
  server: ServerState;
  /** asked instead of the system's name servers: addresses, with a port if it isn't 53 */
  nameServers?: readonly string[];
};

/** One check; several findings where it looks at several things. It may throw: then that is what was found. */
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

/** PostgreSQL's code for a table that isn't there. */
const NO_TABLE = "42P01";

/** Runs `look` on the database, or says that it can't be reached. */
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
  return { state: "warning", found: "This is unknown while the database can't be reached.", mend: null };
}

/** Bytes in words: "1.4 GB". */
export function inBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e3)} kB`;
}

/** Seconds in words: "40 seconds", "3 hours". */
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
