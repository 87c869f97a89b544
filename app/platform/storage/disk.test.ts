import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDiskFull, makeFolders } from "./disk.ts";

test("folders are made with those above them; where none can be made, that is said", async () => {
  const root = await mkdtemp(join(tmpdir(), "skylark-folders-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const deep = join(root, "a", "b", "c");
  await Promise.all([1, 2, 3].map(() => makeFolders(deep, 0o700)));
  for (const path of [deep, join(root, "a")]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  await writeFile(join(root, "file"), "");
  await expect(makeFolders(join(root, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolders(join(root, "file", "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

// The parent is there, and the system says that it isn't.
test.runIf(process.platform === "linux")("a file system that takes no folders is given up", async () => {
  await expect(makeFolders("/proc/none/deep")).rejects.toMatchObject({ code: "ENOENT", path: "/proc/none" });
});

test("shared memory that is used up is no full disk", () => {
  const error = (message: string) => Object.assign(new Error(message), { code: "53100" });
  expect(isDiskFull(error('could not extend file "base/1/2": No space left on device'))).toBe(true);
  expect(isDiskFull(error('could not resize shared memory segment "/PostgreSQL.1": No space left on device'))).toBe(false);
});
