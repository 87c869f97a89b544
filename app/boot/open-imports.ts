import { join } from "node:path";
import type { ImportTools } from "../domain/imports/import-job.ts";
import type { Site } from "../domain/settings/settings.ts";
import type { Config } from "../platform/config/config.ts";
import { readS3Address } from "../platform/storage/s3-bucket.ts";
import { type SharedFiles, shareInBucket } from "../platform/storage/shared-files.ts";

export const importsDir = (dataDir: string): string => join(dataDir, "imports");

/** All instances find the files there, if they share a bucket. */
export const sharedImports = ({ s3Url }: Pick<Config, "s3Url">): SharedFiles | undefined => {
  const place = s3Url === undefined ? undefined : readS3Address(s3Url);
  return place && shareInBucket(place, "imports/");
};

export const openImports = (
  config: Pick<Config, "dataDir" | "s3Url">,
  { site, ...tools }: Pick<ImportTools, "media" | "stopping" | "onProgress"> & { site(): Site },
): ImportTools => ({
  ...tools,
  folder: importsDir(config.dataDir),
  shared: sharedImports(config),
  ownHost: () => URL.parse(site().url)?.host,
});
