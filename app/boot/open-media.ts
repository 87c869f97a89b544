import { join } from "node:path";
import type { Context } from "../domain/context.ts";
import { sweepMedia } from "../domain/media/settling.ts";
import { createFolderStore, type FolderStore } from "../platform/storage/folder-store.ts";

/** The folder of uploaded pictures in `dataDir`; what a crash has left there is tidied up in the background. */
export function openMedia(context: Context, dataDir: string): FolderStore {
  const store = createFolderStore(join(dataDir, "media"));
  sweepMedia(context, store).then(
    (settled) => settled > 0 && context.log.info({ settled }, "unfinished uploads tidied up"),
    (err: unknown) => context.log.warn({ err }, "unfinished uploads could not be tidied up"),
  );
  return store;
}
