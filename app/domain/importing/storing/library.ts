import { isDiskFull } from "../../../platform/storage/disk-full.ts";
import type { FileStore } from "../../../platform/storage/file-store.ts";
import { DomainError } from "../../errors.ts";
import { type KeptMedia, takeBackMedia } from "../../media/reinstate-media.ts";
import { takenIds } from "../imported.sql.ts";
import type { Run } from "./run.ts";

/** Takes the pictures of one of our own archives back into the library; those that are here stay as they are. */
export async function storeLibrary({ ctx, source, findings, dry }: Run, store: FileStore): Promise<void> {
  const here = await takenIds(
    ctx.db,
    "media",
    source.media.map(({ id }) => id),
  );
  findings.count("pictures", "unchanged", here.size);
  for (const { file, ...kept } of source.media) {
    if (here.has(kept.id)) continue;
    if (!dry) {
      try {
        const body = await source.file?.(file);
        if (body) await takeBackMedia(ctx, store, kept as unknown as KeptMedia, body);
      } catch (error) {
        if (!(error instanceof DomainError) || isDiskFull(error)) throw error;
        findings.count("pictures", "skipped");
        findings.tell("dropped", file, `The picture ${error.details?.[0]?.rule ?? error.message}.`);
        continue;
      }
    }
    findings.count("pictures", "added");
  }
}
