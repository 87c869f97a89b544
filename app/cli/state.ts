import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OWN, textAt, writeWhole } from "./folder.ts";
import { Failure } from "./problems.ts";

/** A post as it was when the folder and the site last agreed. `version` 0: it is being created. `hash`: of the file. `edit`: version of the staged edit that it contains. */
export type Known = { path: string; version: number; hash: string; edit?: number };

type Stored = { format: 1; site: string; posts: Record<string, Known> };

const STATE = `${OWN}/state.json`;
/** The addresses of pictures by their checksums, which Git may keep, so that nobody uploads one again. */
const PICTURES = `${OWN}/pictures.json`;
const baseOf = (id: string) => `${OWN}/base/${id}.md`;

function parsed<T>(text: string, path: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Failure(
      `${path} can’t be read. Delete the folder ${OWN}; pull then compares every file, and overwrites none that differs.`,
    );
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** One command at a time. @returns a function that ends it @throws Failure */
async function lock(root: string): Promise<() => Promise<void>> {
  const path = join(root, OWN, "lock");
  for (let tries = 0; ; tries++) {
    const isOurs = await writeFile(path, String(process.pid), { flag: "wx" }).then(
      () => true,
      () => false,
    );
    if (isOurs) return () => rm(path, { force: true });
    const pid = Number(await readFile(path, "utf8").catch(() => "0"));
    if (tries > 1 || isRunning(pid))
      throw new Failure(`Another command works on this folder (process ${pid}). Wait until it ends.`);
    await rm(path, { force: true });
  }
}

/** @throws Failure */
async function prepare(root: string): Promise<void> {
  try {
    await mkdir(join(root, OWN, "base"), { recursive: true });
    await writeFile(join(root, OWN, ".gitignore"), "*\n!.gitignore\n!pictures.json\n");
  } catch (error) {
    throw new Failure(`The folder can’t be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** The site that the folder belongs to; undefined for a new one. */
export async function siteOf(root: string): Promise<string | undefined> {
  const text = await textAt(root, STATE);
  return text === null ? undefined : parsed<Stored>(text, STATE).site;
}

/** What the folder remembers. Close it. @throws Failure */
export async function openState(root: string, site: string) {
  await prepare(root);
  const release = await lock(root);
  for (const name of await readdir(join(root, OWN)))
    if (name.startsWith("unfinished-")) await rm(join(root, OWN, name), { force: true });
  const text = await textAt(root, STATE);
  const pictureText = await textAt(root, PICTURES);
  const stored: Stored = text === null ? { format: 1, site, posts: {} } : parsed<Stored>(text, STATE);
  const pictures = pictureText === null ? {} : parsed<Record<string, string>>(pictureText, PICTURES);
  const { posts } = stored;
  return {
    posts,
    pictures,
    save: () => writeWhole(root, STATE, `${JSON.stringify({ ...stored, site }, null, 1)}\n`),
    savePictures: () =>
      writeWhole(root, PICTURES, `${JSON.stringify(Object.fromEntries(Object.entries(pictures).sort()), null, 1)}\n`),
    /** The site's text when both last agreed. */
    base: (id: string) => textAt(root, baseOf(id)),
    /** What the file has now comes from this text of the site. `save` has to follow. */
    async agree(id: string, known: Known, base: string): Promise<void> {
      await writeWhole(root, baseOf(id), base);
      posts[id] = known;
    },
    async forget(id: string): Promise<void> {
      delete posts[id];
      await rm(join(root, baseOf(id)), { force: true });
    },
    close: release,
  };
}

export type State = Awaited<ReturnType<typeof openState>>;
