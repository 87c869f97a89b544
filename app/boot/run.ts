import { type Config, ConfigError } from "../platform/config/config.ts";
import { readConfig } from "../platform/config/read-config.ts";
import { createLog } from "../platform/log/log.ts";
import type { boot as bootFunction } from "./boot.ts";
import { isWorker } from "./given-connection.ts";
import { bootWorkers } from "./workers.ts";

/** However long stopping takes, this is the end of it, in ms. */
const LAST_RESORT_MS = 25_000;

/**
 * Runs the product until SIGTERM, SIGINT or SIGHUP. Exit codes: 0 stopped on request, 1 could not start.
 */
export async function runUntilSignalled(boot: typeof bootFunction): Promise<void> {
  const config = configOrExit();
  const log = createLog({ level: config.logLevel });
  const starting = new AbortController();
  let stop: (() => Promise<void>) | null = null;

  // A signal may come again, and of another kind: the first one decides.
  const onSignal = (signal: NodeJS.Signals) => {
    if (starting.signal.aborted) return;
    log.info({ signal }, "stopping");
    starting.abort();
    if (!stop) return;
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref();
    void stop().then(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  for (const warning of config.warnings) log.warn(warning);

  try {
    const start = config.workers > 1 && !isWorker() ? bootWorkers : boot;
    stop = await start({ config, projectDir: process.cwd(), log, signal: starting.signal });
    if (starting.signal.aborted) await stop().then(() => process.exit(0));
  } catch (error) {
    if (starting.signal.aborted) process.exit(0);
    complain(error, log);
    process.exit(1);
  }
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** What the person at the console can act on is one plain message; only the unforeseen comes with its trace. */
function complain(error: unknown, log: ReturnType<typeof createLog>): void {
  const known =
    error instanceof Error && ["DatabaseStartError", "MigrationError", "SeedError", "PlacesError"].includes(error.name);
  if (known) return void process.stderr.write(`\n${error.message}\n\n`);
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === "EADDRINUSE") {
    return void process.stderr.write(
      `\nPort ${port} on ${address} is taken by another program. Stop that one, or set PORT to a free port.\n\n`,
    );
  }
  if (code === "EACCES" && port)
    return void process.stderr.write(`\nPort ${port} may not be used by this account. Set PORT to one above 1023.\n\n`);
  log.fatal({ err: error }, "could not start");
}
