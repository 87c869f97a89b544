import { parseArgs } from "node:util";
import type { DB } from "../../db/schema.gen.ts";
import { createCurrentSettings } from "../domain/settings/read-settings.ts";
import type { Check } from "../domain/system/checks/check.ts";
import { environmentCheck } from "../domain/system/checks/check-machine.ts";
import { failed, type Installation, reportOf } from "../domain/system/checks/installation.ts";
import { runChecks } from "../domain/system/checks/run-checks.ts";
import { systemClock, systemRandom } from "../platform/clock.ts";
import { type Config, ConfigError, readConfig } from "../platform/config/config.ts";
import { connectDatabase, describeFailure, describeTarget } from "../platform/database/connect.ts";
import { hearsNotifications } from "../platform/database/hear-notifications.ts";
import { pendingMigrations } from "../platform/database/migrate.ts";
import { lookAtStandby } from "../platform/database/replica.ts";
import { createLog } from "../platform/log.ts";
import { askServer } from "./ask-server.ts";
import { addressOf } from "./greet.ts";
import { ignoreLostOutput } from "./ignore-lost-output.ts";
import { embeddedFolder, openInstallation } from "./open-installation.ts";
import { migrationsDir } from "./prepare.ts";
import { openBeside, plainSentence } from "./run-command.ts";

const USAGE = `Says what is wrong with this installation, why it matters and how to fix it, whether or not the site is running.

  npm run doctor             as text
  npm run --silent doctor -- --json   for programs

Exit code 0: nothing has failed. 1: something has.
`;

type OpenDatabase = {
  database: Installation["database"];
  known: Parameters<typeof openInstallation>[1]["known"];
  close(): Promise<void>;
};

const closed = async () => {};
const unreachable = (failure: string): OpenDatabase => ({ database: { failure }, known: null, close: closed });

/** Nothing is migrated and no new database is made. */
async function openDatabase(config: Config, projectDir: string): Promise<OpenDatabase> {
  const log = createLog({ level: "silent" });
  if (!config.databaseUrl && !(await embeddedFolder(config)))
    return unreachable(`There is no database in ${config.dataDir} yet: the first start of the site makes one.`);
  const opened = await openBeside(config, projectDir, log).catch((error: unknown) => plainSentence(error) ?? String(error));
  if (typeof opened === "string") return unreachable(opened);
  const { connection, close } = opened;
  const { pool, db, close: disconnect } = connectDatabase<DB>(connection, { log, max: 4 });
  const closeAll = () => disconnect().finally(close);
  try {
    await pool.query("select 1");
  } catch (error) {
    await closeAll();
    return unreachable(
      `The database at ${describeTarget(connection).host} can't be used: ${describeFailure(error, connection)}.`,
    );
  }
  const base = { db, clock: systemClock, random: systemRandom, log };
  // A database without our tables has no settings yet.
  const settings = await createCurrentSettings(base, { siteUrl: addressOf(config, config.port) }).catch(() => null);
  return {
    database: {
      db,
      pendingMigrations: () => pendingMigrations({ pool, dir: migrationsDir(projectDir) }),
      hears: () => hearsNotifications(connection, pool),
      standby: config.databaseReadUrl ? () => lookAtStandby({ connectionString: config.databaseReadUrl }, pool, log) : undefined,
    },
    known: settings,
    close: closeAll,
  };
}

/** A configuration that is wrong is the only finding, because everything else depends on it. */
async function examine(projectDir: string): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [reportOf(environmentCheck, failed(error.message, "Correct the variables; the site doesn't start before that."))];
  }
  const server = await askServer(config);
  const { database, known, close } = await openDatabase(config, projectDir);
  try {
    return await runChecks(await openInstallation(config, { projectDir, database, known, server }));
  } finally {
    await close();
  }
}

const MARKS = { ok: "✓", warning: "!", failed: "✗" } as const;
const COLORS = { ok: 32, warning: 33, failed: 31 } as const;

/** Longer words stay whole. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A line for what is OK, and why and how to fix it for the rest. */
function table(checks: Check[], columns: number, colors: boolean): string {
  const column = Math.max(...checks.map(({ title }) => title.length)) + 2;
  const width = Math.max(40, columns - column - 4);
  const paint = (text: string, color: number) => (colors ? `\u001b[${color}m${text}\u001b[0m` : text);
  const rows = checks.flatMap(({ title, state, found, why, mend }) => {
    const parts = mend === null ? [found] : [found, `Why: ${why}`, `Fix: ${mend}`];
    const [first = "", ...rest] = parts.flatMap((part) => wrapped(part, width));
    const head = `${paint(MARKS[state], COLORS[state])} ${title.padEnd(column)}${first}`;
    return [head, ...rest.map((line) => " ".repeat(column + 2) + line)];
  });
  const count = (state: Check["state"]) => checks.filter((one) => one.state === state).length;
  const sum = `${count("ok")} OK, ${count("warning")} ${count("warning") === 1 ? "needs" : "need"} attention, ${count("failed")} failed.`;
  return `${rows.join("\n")}\n\n${sum}\n`;
}

/** @returns the exit code: 0 nothing failed, 1 something failed, 2 invalid arguments */
async function runDoctor(args: string[], projectDir: string): Promise<number> {
  ignoreLostOutput();
  const options = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  let values: { json?: boolean; help?: boolean };
  try {
    values = parseArgs({ args, options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message.split(". ")[0]}.\n\n${USAGE}`);
    return 2;
  }
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const checks = await examine(projectDir);
  const isWell = checks.every(({ state }) => state !== "failed");
  const { isTTY, columns = 100 } = process.stdout;
  if (values.json) process.stdout.write(`${JSON.stringify({ ok: isWell, checks }, null, 2)}\n`);
  else process.stdout.write(table(checks, columns, isTTY === true && !process.env.NO_COLOR));
  return isWell ? 0 : 1;
}

process.exitCode = await runDoctor(process.argv.slice(2), process.cwd());
