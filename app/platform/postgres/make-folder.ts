import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, and those on the way to it, that everybody may pass through whatever the umask says. A folder that
 * exists stays as it is. (Node's own recursive mkdir reports a read-only disk as "no such file".)
 * @throws the system's error; ENOTDIR when a file stands there.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdirOnTheWay(path);
    await chmod(path, 0o755);
  } catch (error) {
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return;
    throw found ? Object.assign(new Error("a file stands there"), { code: "ENOTDIR" }) : error;
  }
}

/** Tries once more when the way is there. Where that makes no difference, as in /proc, nothing ever will. */
async function mkdirOnTheWay(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}
