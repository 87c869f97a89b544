import { lstat, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { Failure, say } from "./problems.ts";
import { openSite, siteAddress } from "./site.ts";

type Tokens = Record<string, string>;

const isWindows = process.platform === "win32";

const folder = (): string =>
  join(process.env.XDG_CONFIG_HOME || (isWindows && process.env.APPDATA) || join(homedir(), ".config"), "skylark");
const file = (): string => join(folder(), "tokens.json");

/** By the site's address. @throws Failure if others could read them */
export async function storedTokens(): Promise<Tokens> {
  const stats = await lstat(file()).catch(() => null);
  if (!stats) return {};
  if (!isWindows && (stats.mode & 0o077) !== 0) throw new Failure(`Others can read ${file()}. Run: chmod 600 ${file()}`);
  try {
    return JSON.parse(await readFile(file(), "utf8")) as Tokens;
  } catch {
    throw new Failure(`${file()} can’t be read. Delete it and run: node cli.mjs login`);
  }
}

async function store(site: string, token: string): Promise<void> {
  const tokens = { ...(await storedTokens()), [site]: token };
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  const unfinished = `${file()}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, file());
}

/** Of the environment, else of the file. @throws Failure */
export async function tokenFor(site: string): Promise<string> {
  const token = process.env.SKYLARK_TOKEN?.trim() || (await storedTokens())[site];
  if (!token) throw new Failure(`There is no token for ${site}. Set SKYLARK_TOKEN, or run: node cli.mjs login ${site}`);
  return token;
}

/** Asks in a terminal, or reads a line that another program writes. What is `hidden` isn't shown while it is typed. */
function asker() {
  let isHidden = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: Boolean(process.stdin.isTTY) });
  const given = lines[Symbol.asyncIterator]();
  return {
    async ask(question: string, { hidden = false } = {}): Promise<string> {
      process.stderr.write(question);
      isHidden = hidden;
      const { value = "" } = await given.next();
      isHidden = false;
      if (hidden) process.stderr.write("\n");
      return String(value).trim();
    },
    close: () => lines.close(),
  };
}

/** Asks for what is missing, tries the token, and keeps it. @throws Failure, Refused */
export async function login(typed: string | undefined): Promise<void> {
  const { ask, close } = asker();
  try {
    const site = siteAddress(typed || (await ask("Address of the site: ")));
    const token = await ask(`Token (of ${site}/admin/tokens): `, { hidden: true });
    if (!token) throw new Failure("No token was given.");
    if (/[^\x21-\x7e]/.test(token)) throw new Failure("This isn’t a token: it has blanks or other characters in it.");
    await openSite(site, token).ask("GET", "/api/admin/post-files");
    await store(site, token);
    say(`The token for ${site} works and is in ${file()}. Next: node cli.mjs pull`);
  } finally {
    close();
  }
}
