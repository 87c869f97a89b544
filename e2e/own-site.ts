import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_FLAGS } from "../bin/setup/server-process.mjs";

/** The first admin of a site that is started here. */
export const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };

/** A running server: its address, what it printed so far, and how to stop it (`stop` resolves with its exit code). */
type Server = { address: string; printed(): string; stop(): Promise<number | null>; hasEnded(): boolean };

/** A site of one's own: its address, and the mails that it prints because it has no mail server. */
export type OwnSite = {
  address: string;
  /** the link of the newest mail to `recipient` whose subject contains `subject`; waits until there are `count` of them */
  linkIn(recipient: string, subject: string, count?: number): Promise<string>;
  /** the subjects of all mails to `recipient`, in the order in which they came */
  subjectsTo(recipient: string): string[];
  stop(): Promise<void>;
};

const MAIL = /Mail to (\S+): (.*)\n(?:\s+link\s+(\S+))?/g;
const PATIENCE = 120_000;

/** A folder for the data of a site. The user that PostgreSQL runs as for root may pass, so that the database stays in here. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "skylark-e2e-"));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/** Makes one folder's data those of another, whose server has stopped. */
export const copyData = (from: string, to: string): void => cpSync(from, to, { recursive: true, preserveTimestamps: true });

/** Looks until there is something to see, for as long as a busy machine may need. @throws with what was printed */
async function seen<T>(look: () => T | undefined, what: string, server: Pick<Server, "printed" | "hasEnded">): Promise<T> {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = look();
    if (found !== undefined) return found;
    if (server.hasEnded()) break;
  }
  throw new Error(`${what} never came:\n${server.printed()}`);
}

/**
 * Starts the built product as its users do, on the data of a folder.
 * @param settings environment variables that it is given beside the usual ones. @throws when it doesn't come up
 */
export async function startServer(dataDir: string, settings: Record<string, string> = {}): Promise<Server> {
  const site = spawn(process.execPath, [...SERVER_FLAGS, "build/server/server.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: dataDir,
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
    const address = await seen(() => /Skylark is at (http:\/\/\S+)/.exec(printed)?.[1], "The site's address", server);
    return { ...server, address };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts the built product with data of its own, so that what one file's tests do is nothing to another's.
 * @param settings environment variables that it is given beside the usual ones; without any it begins with a copy of what the
 *   very first start left (`NEW_SITE`), which is faster
 * @throws when it doesn't come up
 */
export async function startOwnSite(settings?: Record<string, string>): Promise<OwnSite> {
  const dataDir = newDataDir();
  if (process.env.NEW_SITE && !settings) copyData(process.env.NEW_SITE, dataDir);
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  const server = await startServer(dataDir, settings).catch((error) => {
    remove();
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
    stop: async () => {
      await server.stop();
      remove();
    },
  };
}
