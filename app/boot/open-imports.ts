import { join } from "node:path";
import type { ImportTools } from "../domain/imports/import-job.ts";
import type { Site } from "../domain/settings/settings.ts";

/** Where files of imports are kept. */
export const importsDir = (dataDir: string): string => join(dataDir, "imports");

/** What imports work with. */
export const openImports = (
  dataDir: string,
  { site, ...tools }: Pick<ImportTools, "media" | "stopping" | "onProgress"> & { site(): Site },
): ImportTools => ({
  ...tools,
  folder: importsDir(dataDir),
  ownHost: () => URL.parse(site().url)?.host,
});
