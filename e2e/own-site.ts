import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVER_FLAGS } from "../bin/setup/server-process.mjs";

/** The first admin of a site that is started here. */
export const ADMIN = { email: "keeper@skylark.example", password: "a lark sings early" };

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
const PATIENCE = 45_000;

/**
 * Starts the built product with data of its own, so that accounts of one file's tests are nobody else's.
 * @param settings environment variables that it is given beside the usual ones
 * @throws when it doesn't come up
 */
export async function startOwnSite(settings: Record<string, string> = {}): Promise<OwnSite> {
  const dataDir = mkdtempSync(join(tmpdir(), "skylark-accounts-"));
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
  const seen = async <T>(look: () => T | undefined, what: string): Promise<T> => {
    for (const begun = Date.now(); Date.now() - begun < PATIENCE; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const found = look();
      if (found !== undefined) return found;
      if (site.exitCode !== null) break;
    }
    throw new Error(`${what} never came:\n${printed}`);
  };
  const stop = async () => {
    site.kill("SIGTERM");
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const address = await seen(() => /Skylark is at (http:\/\/\S+)/.exec(printed)?.[1], "The site's address").catch(
    async (error) => {
      await stop();
      throw error;
    },
  );
  const mailsTo = (recipient: string) => [...printed.matchAll(MAIL)].filter(([, to]) => to === recipient);
  return {
    address,
    linkIn: (recipient, subject, count = 1) =>
      seen(() => {
        const mails = mailsTo(recipient).filter(([, , about]) => about?.includes(subject));
        return mails.length < count ? undefined : mails.at(-1)?.[3];
      }, `A mail to ${recipient} about "${subject}"`),
    subjectsTo: (recipient) => mailsTo(recipient).map(([, , about = ""]) => about),
    stop,
  };
}
