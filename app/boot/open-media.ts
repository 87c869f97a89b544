import { join } from "node:path";
import type { Context } from "../domain/context.ts";
import { sweepMedia } from "../domain/media/upload-media.ts";
import type { Config } from "../platform/config/config.ts";
import type { FileStore } from "../platform/storage/file-store.ts";
import { createFolderStore } from "../platform/storage/folder-store.ts";
import { readS3Address } from "../platform/storage/s3-bucket.ts";
import { createS3Store } from "../platform/storage/s3-store.ts";

/** A bucket where the operator names one, else a folder of the data. */
export function mediaStore({ dataDir, s3Url }: Pick<Config, "dataDir" | "s3Url">): FileStore {
  const root = join(dataDir, "media");
  const place = s3Url === undefined ? undefined : readS3Address(s3Url);
  return place ? createS3Store(place, root) : createFolderStore(root);
}

/** Cleans up unfinished uploads in the background; a store that can't be used is logged, and the rest of the site keeps working. */
export function openMedia(context: Context, config: Pick<Config, "dataDir" | "s3Url">): FileStore {
  const store = mediaStore(config);
  sweepMedia(context, store).then(
    (settled) => settled > 0 && context.log.info({ settled }, "unfinished uploads tidied up"),
    (err: unknown) => context.log.error({ err }, "unfinished uploads could not be tidied up; pictures may not be reached"),
  );
  return store;
}
