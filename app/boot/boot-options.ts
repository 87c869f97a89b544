import type pg from "pg";
import type { ViteDevServer } from "vite";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { OpenPort } from "./open-port.ts";

/** What a start is given. */
export type BootOptions = {
  config: Config;
  /** the folder that holds packages, migrations and documents: in production the release's own */
  projectDir: string;
  log: Log;
  signal: AbortSignal;
  /** Aborted some time before the site stops: from then on it isn't ready. */
  leaving?: AbortSignal;
  /** called when what the site can't do without is lost for good, with a message for a person */
  fail?: (error: Error) => void;
  /** The database, if it is being opened already; the port is known to be free then. */
  opening?: Promise<OpenDatabase>;
  /** Vite, in development: serves the browser's modules. No page is kept. */
  dev?: ViteDevServer;
  /** What is open already and stays open, in development; the database is prepared. */
  given?: { port: OpenPort; connection: pg.PoolConfig };
};

/** What is undone at the end, the last first. */
export type Undo = { push(step: () => Promise<unknown>): void };
