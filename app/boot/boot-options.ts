import type pg from "pg";
import type { ViteDevServer } from "vite";
import type { Config } from "../platform/config/config.ts";
import type { Log } from "../platform/log.ts";
import type { OpenDatabase } from "./open-database.ts";
import type { OpenPort } from "./open-port.ts";
import type { RestoreWish } from "./restore-uploaded.ts";

export type BootOptions = {
  config: Config;
  /** Holds packages, migrations and documents: in production the release's own. */
  projectDir: string;
  log: Log;
  signal: AbortSignal;
  /** Aborted some time before the site stops: from then on it isn't ready. */
  leaving?: AbortSignal;
  /** What the site can't do without is lost for good. The message is for a person. */
  fail?: (error: Error) => void;
  /** Restores the backup that the owner has uploaded, which stops and starts the site. */
  restore?: (wish: RestoreWish) => void;
  /** This process has been up with the site before: the link of the setup stays as it is. */
  isAgain?: boolean;
  /** Being opened already; the port is known to be free then. */
  opening?: Promise<OpenDatabase>;
  /** Serves the browser's modules in development, where no page is cached. */
  dev?: ViteDevServer;
  /** Open already in development, and stays open; the database is prepared. */
  given?: { port: OpenPort; connection: pg.PoolConfig };
};

/** Undone at the end, the last first. */
export type Undo = { push(step: () => Promise<unknown>): void };
