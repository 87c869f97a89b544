import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * A folder with these files, deleted after the test.
 * @param files contents by path; missing folders are made
 * @returns its absolute path
 */
export function tree(files: Record<string, string>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tree-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) put(root, path, text);
  return root;
}

/** Writes one file into a tree; `mode` as for chmod. */
export function put(root: string, path: string, text: string, mode = 0o644): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode });
  return file;
}
