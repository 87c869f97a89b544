import { guardedFetch } from "../../platform/guarded-fetch.ts";
import { isDiskFull } from "../../platform/storage/disk.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { mediaPolicy } from "../media/media.policy.ts";
import type { Media } from "../media/picture.ts";
import { uploadFile } from "../media/upload-file.ts";
import { nameOf, type PictureOptions } from "./bring-picture.ts";

const TOTAL_MS = 300_000;

type FileOptions = Pick<PictureOptions, "store" | "allows"> & { maxBytes: number };

const ruleOf = (error: unknown): string =>
  error instanceof DomainError
    ? (error.details?.[0]?.rule ?? error.message)
    : error instanceof Error
      ? error.message
      : String(error);

/** From the public internet only. @throws DomainError `forbidden`; invalid_input naming `address`; disk full */
export async function fetchFile(ctx: Context, actor: Actor, address: string, options: FileOptions): Promise<Media> {
  authorize(actor, mediaPolicy.upload);
  const { store, allows, maxBytes } = options;
  try {
    const body = await guardedFetch(address, { maxBytes, totalMs: TOTAL_MS, accept: "*/*", ...(allows && { allows }) });
    return await uploadFile(ctx, store, actor, { name: nameOf(address), body });
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw invalid("The file can’t be fetched", [{ field: "address", rule: ruleOf(error) }]);
  }
}
