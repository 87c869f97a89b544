import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, and those on the way to it, that everybody may pass through whatever the umask says. A folder that
 * exists stays as it is. (Node's own recursive mkdir reports a read-only disk as "no such file".)
 * @throws the system's error; ENOTDIR when a file stands there.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
    await chmod(path, 0o755);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && dirname(path) !== path) {
      await makeFolder(dirname(path));
      return makeFolder(path);
    }
    const found = await stat(path).catch(() => null);
    if (found?.isDirectory()) return;
    throw found ? Object.assign(new Error("a file stands there"), { code: "ENOTDIR" }) : error;
  }
}
