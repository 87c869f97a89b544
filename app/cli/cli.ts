import { rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, Problem, warn } from "./problems.ts";
import { pull } from "./pull.ts";
import { push } from "./push.ts";
import { diff, status } from "./report.ts";
import { openSite, siteAddress } from "./site.ts";
import { openState, siteOf } from "./state.ts";
import { login, storedTokens, tokenFor } from "./tokens.ts";
import { beginWork, type Work } from "./work.ts";

const USAGE = `Keeps a folder of Markdown files in step with a Skylark site.

  node cli.mjs login [address]         asks for an API token, tries it and keeps it
  node cli.mjs pull                    writes what has changed on the site
  node cli.mjs push [file …]           sends what has changed here
  node cli.mjs push --mine file …      what is here replaces what the site has
  node cli.mjs push --theirs file …    what the site has replaces what is here
  node cli.mjs status                  lists what differs
  node cli.mjs diff [file …]           shows how it differs

  --site address    the site of a new folder; otherwise SKYLARK_SITE, or the only one that has a token
  --folder path     the folder, if it isn't the one you are in
  --delete          push: posts whose files are deleted go to the site's trash; pull: files of deleted posts are removed

The token is SKYLARK_TOKEN, or what login has kept. Both sides' changes are never mixed: such a file stays as it is until you decide.
Ends with 0 if everything agrees, with 1 if files are left for you, and with 2 if nothing could be done.
`;

const OPTIONS = {
  site: { type: "string" },
  folder: { type: "string" },
  delete: { type: "boolean" },
  mine: { type: "boolean" },
  theirs: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

/** A folder belongs to one site. @throws Failure */
async function siteFor(root: string, typed: string | undefined): Promise<string> {
  const own = await siteOf(root);
  const given = typed ?? (process.env.SKYLARK_SITE || undefined);
  const wanted = given === undefined ? undefined : siteAddress(given);
  if (own && typed !== undefined && wanted !== own)
    throw new Failure(`This folder belongs to ${own}. Use another folder for ${wanted}.`);
  if (own ?? wanted) return (own ?? wanted) as string;
  const [only, another] = Object.keys(await storedTokens());
  if (!only) throw new Failure("There is no token yet. Run: node cli.mjs login https://blog.example.org");
  if (another) throw new Failure("Which site? Name it: node cli.mjs pull --site https://blog.example.org");
  return only;
}

/** Nobody wants a second folder within the first one by mistake. @throws Failure */
async function requireTop(root: string): Promise<void> {
  if (await siteOf(root)) return;
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder))
    if (await siteOf(folder))
      throw new Failure(
        `You are within ${folder}, which has the posts of a site. Run this there, or name the folder: --folder .`,
      );
}

type Values = { site?: string; folder?: string; delete?: boolean; mine?: boolean; theirs?: boolean };

async function run(command: string, files: string[], values: Values): Promise<number> {
  const root = resolve(values.folder ?? ".");
  if (command === "login") {
    await login(files[0] ?? values.site ?? (process.env.SKYLARK_SITE || undefined));
    return 0;
  }
  if (values.folder === undefined) await requireTop(root);
  const address = await siteFor(root, values.site);
  const site = openSite(address, await tokenFor(address));
  const state = await openState(root, address);
  try {
    const work: Work = await beginWork(root, site, state);
    const deletes = values.delete ?? false;
    if (command === "pull") await pull(work, { deletes, remove: (path) => rm(join(root, path)) });
    else if (command === "push")
      await push(work, { deletes, side: values.mine ? "mine" : values.theirs ? "theirs" : null, files });
    else if (command === "status") status(work);
    else await diff(work, files);
    return work.left > 0 ? 1 : 0;
  } finally {
    await state.close();
  }
}

const COMMANDS = ["login", "pull", "push", "status", "diff"];

/** @throws Failure that says what is wrong with what was typed */
function requireSense(command: string, files: string[], { mine, theirs }: Values): void {
  const wrong = (what: string) => new Failure(`${what}\nnode cli.mjs --help lists what there is.`);
  if (!COMMANDS.includes(command)) throw wrong(`There is no command “${command}”.`);
  if (mine && theirs) throw wrong("--mine and --theirs exclude each other.");
  const side = mine ? "--mine" : theirs ? "--theirs" : null;
  if (side && command !== "push") throw wrong(`${side} belongs to push.`);
  if (side && files.length === 0) throw wrong(`Which files? Name them: node cli.mjs push ${side} posts/….md`);
  const takes = command === "push" || command === "diff" ? files.length : command === "login" ? 1 : 0;
  if (files.length > takes) throw wrong(`${command} doesn’t know what “${files.at(takes)}” is for.`);
}

async function main(): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < 20) throw new Failure("This needs Node 20 or later.");
  let parsed: { values: Values & { help?: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [first] = (error as Error).message.split(". ");
    throw new Failure(`${first}.\nnode cli.mjs --help lists what there is.`);
  }
  const { values, positionals } = parsed;
  const [command = "", ...files] = positionals;
  if (values.help || command === "help") {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command === "") throw new Failure(USAGE);
  requireSense(command, files, values);
  return run(command, files, values);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Failure || error instanceof Problem)) throw error;
  warn(error.message);
  process.exitCode = 2;
}
