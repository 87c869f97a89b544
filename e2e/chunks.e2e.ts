import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

const MANIFEST = join(import.meta.dirname, "..", "build", "current", "client", ".vite", "manifest.json");

test("no script for readers imports the back office's, not even one that is loaded later", () => {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, "utf8"));
  const isForReaders = (name: string) => /^app\/(browser|pages\/(public|account))\//.test(name);
  const entries = Object.keys(chunks).filter(isForReaders);
  expect(entries).toContain("app/pages/public/story/players.ts");
  const files = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const imported of chunks[name]?.imports ?? []) files(imported, seen);
    return seen;
  };
  const office = entries.filter((entry) => [...files(entry)].some((name) => /\/(back-)?office-/.test(chunks[name]?.file ?? "")));
  expect(office).toEqual([]);
});
