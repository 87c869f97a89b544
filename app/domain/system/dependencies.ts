import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SystemFacts } from "./model.ts";

type Manifest = {
  version?: unknown;
  license?: unknown;
  licenses?: unknown;
  dependencies?: Record<string, string>;
};

const manifestIn = async (dir: string) => JSON.parse(await readFile(join(dir, "package.json"), "utf8")) as Manifest;

const nameOf = (license: unknown): string =>
  typeof license === "string" ? license : ((license as { type?: string } | null)?.type ?? "");

/** A package's licence in the words of its own manifest; older packages state an object, or a list of them. */
export function licenseOf({ license, licenses }: Manifest): string {
  const all = Array.isArray(licenses) ? licenses : [license ?? licenses];
  return all.map(nameOf).filter(Boolean).join(" OR ") || "not stated";
}

/** The version of the product, from its own manifest. */
export async function productVersion(projectDir: string): Promise<string> {
  return String((await manifestIn(projectDir)).version ?? "");
}

/** The packages that the product asks for, each with the version that is installed and its licence, by name. */
export async function readDependencies(projectDir: string): Promise<SystemFacts["dependencies"]> {
  const { dependencies = {} } = await manifestIn(projectDir);
  return Promise.all(
    Object.keys(dependencies)
      .sort()
      .map(async (name) => {
        // A package that was taken away after the build is named with the version that was asked for.
        const manifest = await manifestIn(join(projectDir, "node_modules", name)).catch(() => ({}) as Manifest);
        return { name, version: String(manifest.version ?? dependencies[name]), license: licenseOf(manifest) };
      }),
  );
}
