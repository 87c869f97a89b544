import { execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { SERVER_FLAGS } from "../bin/setup/server-process.mjs";
import { copyTemplate, scratchFolder, type TestDatabase, type TestPostgres, urlOf } from "../test/platform/test-postgres.ts";

/** The first admin of a site that is started here. */
export const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };

/** A running server: its URL, its output so far, and a function to stop it (`stop` resolves with its exit code). */
type Server = { address: string; printed(): string; stop(): Promise<number | null>; hasEnded(): boolean };

/** A separate site: its URL, and the mails that it prints because it has no mail server. */
export type OwnSite = {
  address: string;
  /** the link of the latest mail to `recipient` whose subject contains `subject`; waits until there are `count` of them */
  linkIn(recipient: string, subject: string, count?: number): Promise<string>;
  /** the subjects of all mails to `recipient`, in the order of arrival */
  subjectsTo(recipient: string): string[];
  /** the link that sets the site up, as the start printed it */
  setupLink(): Promise<string>;
  /** queries the site's database, for what no screen can do: a session that began long ago, the code of a mail */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
};

const MAIL = /Mail to (\S+): (.*)\n(?:\s+link\s+(\S+))?/g;
const PATIENCE = 120_000;

const FOLLOW_PARENT = pathToFileURL(join(import.meta.dirname, "..", "bin", "setup", "follow-parent.mjs")).href;

/** The data of a server: a folder for its files and a database on the run's PostgreSQL server. */
export type SiteData = { folder: string; database: TestDatabase; remove(): Promise<void> };

/** The run's database server, and the data of the first start, from which sites are copied. */
type Run = { postgres: TestPostgres; seeded?: { folder: string; database: string } };

/** Passes this to the workers, which inherit the environment. */
export function shareRun(run: Run): void {
  process.env.E2E_RUN = JSON.stringify(run);
}

/**
 * Creates the data of a new site: a folder, and a copied database.
 * @param from `seeded`: with the data of the first start; `empty`: with migrated tables only
 */
export async function makeData(from: "seeded" | "empty"): Promise<SiteData> {
  const { postgres, seeded }: Run = JSON.parse(process.env.E2E_RUN ?? "{}");
  const copied = from === "seeded" ? seeded : undefined;
  const folder = mkdtempSync(scratchFolder());
  if (copied) cpSync(copied.folder, folder, { recursive: true, preserveTimestamps: true });
  const database = await copyTemplate(copied ? { ...postgres, template: copied.database } : postgres);
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  };
  return { folder, database, remove };
}

/** For a site whose URL has to be known before it starts. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Checks until there is a result, for as long as a busy machine may need. @throws with the output */
async function seen<T>(look: () => T | undefined, what: string, server: Pick<Server, "printed" | "hasEnded">): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = look();
    if (found !== undefined) return found;
    if (server.hasEnded()) break;
  }
  throw new Error(`${what} never came:\n${server.printed()}`);
}

/**
 * Starts the built product. It stops by itself when this process is killed.
 * @param settings environment variables that it gets in addition to the usual ones. @throws when it doesn't start
 */
export async function startServer({ folder, database }: SiteData, settings: Record<string, string> = {}): Promise<Server> {
  const site = spawn(process.execPath, [...SERVER_FLAGS, "--import", FOLLOW_PARENT, "build/current/server/server.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: folder,
      DATABASE_URL: urlOf(database.config),
      SKYLARK_PARENT: String(process.pid),
      LOG_LEVEL: "warn",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  site.stdout.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = new Promise<number | null>((resolve) => site.once("exit", resolve));
  const stop = () => {
    site.kill("SIGTERM");
    return ended;
  };
  const server = { printed: () => printed, hasEnded: () => site.exitCode !== null, stop };
  try {
    const address = await seen(() => /Skylark is at (http:\/\/\S+)/.exec(printed)?.[1], "The site’s address", server);
    return { ...server, address };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A backup of a site with the data of the first start, made by the product's own command. @returns the file's path in the folder of the data */
export async function backUpOtherSite(passphrase?: string): Promise<{ file: string; remove(): Promise<void> }> {
  const { folder, database, remove } = await makeData("seeded");
  const file = join(folder, `old.tar.zst${passphrase ? ".age" : ""}`);
  await promisify(execFile)(process.execPath, ["build/current/server/backup-command.js", file], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      DATABASE_URL: urlOf(database.config),
      ...(passphrase && { BACKUP_PASSPHRASE: passphrase }),
    },
  });
  return { file, remove };
}

/** Queries a site's database, on a separate connection. */
async function queryDatabase<Row extends pg.QueryResultRow>(
  { config }: TestDatabase,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Starts the built product with separate data, so that one file's tests don't affect another's.
 * @param settings environment variables that it gets in addition to the usual ones; with any it starts with an empty database, else
 *   with the data of the very first start
 * @throws when it doesn't start
 */
export async function startOwnSite(settings?: Record<string, string>): Promise<OwnSite> {
  const data = await makeData(settings ? "empty" : "seeded");
  const server = await startServer(data, settings).catch(async (error) => {
    await data.remove();
    throw error;
  });
  const mailsTo = (recipient: string) => [...server.printed().matchAll(MAIL)].filter(([, to]) => to === recipient);
  return {
    address: server.address,
    linkIn: (recipient, subject, count = 1) => {
      const look = () => {
        const mails = mailsTo(recipient).filter(([, , about]) => about?.includes(subject));
        return mails.length < count ? undefined : mails.at(-1)?.[3];
      };
      return seen(look, `A mail to ${recipient} about "${subject}"`, server);
    },
    subjectsTo: (recipient) => mailsTo(recipient).map(([, , about = ""]) => about),
    setupLink: () => seen(() => /http:\S+\/setup\?token=\w+/.exec(server.printed())?.[0], "The link of the setup", server),
    query: (text, values = []) => queryDatabase(data.database, text, values),
    stop: async () => {
      await server.stop();
      await data.remove();
    },
  };
}
