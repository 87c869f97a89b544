import { guardedFetch } from "../../platform/guarded-fetch.ts";
import { isDiskFull } from "../../platform/storage/disk.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { readMedia } from "../media/list-media.ts";
import { mediaPolicy } from "../media/media.policy.ts";
import type { Media } from "../media/picture.ts";
import { uploadMedia } from "../media/upload-media.ts";
import { takenIds } from "./imported.sql.ts";
import { knownItems, noteItems } from "./imports.sql.ts";
import type { Source } from "./items.ts";

/** Tells pictures that authors fetched from those of imports. */
const SOURCE = "pictures of other sites";

/**
 * Fetches a picture of another site into the library, because an author asked for it: from the public internet alone. One that was
 * fetched before isn't fetched again.
 * @param address http or https
 * @throws DomainError `forbidden`; invalid_input naming `address` when it can't be had or is no picture; what a full disk throws
 */
export async function fetchPicture(ctx: Context, actor: Actor, address: string, options: PictureOptions): Promise<Media> {
  authorize(actor, mediaPolicy.upload);
  const brought = await bringPicture(ctx, actor, { name: SOURCE }, address, options);
  if ("id" in brought) {
    const { posts: _, ...media } = await readMedia(ctx, brought.id);
    return media;
  }
  throw invalid("The picture can't be fetched", [{ field: "address", rule: brought.reason.replace(/^it /, "") }]);
}

const MAX_BYTES = 50 * 1024 * 1024;

export type PictureOptions = {
  store: FileStore;
  /** which IP addresses may be contacted instead of public ones; for tests only */
  allows?: ((address: string) => boolean) | undefined;
  /** of a picture; 50 MB unless given */
  maxBytes?: number;
};

/** Why a picture isn't here, in words that go on from its address. */
const reasonOf = (error: unknown): string => {
  if (error instanceof DomainError) return (error.details ?? []).map(({ rule }) => `it ${rule}`).join("; ") || error.message;
  return error instanceof Error ? error.message : String(error);
};

const nameOf = (address: string): string => {
  const last =
    address
      .replace(/[?#].*$/, "")
      .split("/")
      .at(-1) ?? "";
  try {
    return decodeURIComponent(last).replaceAll("\0", "").slice(0, 255) || "picture";
  } catch {
    return last.slice(0, 255) || "picture";
  }
};

/**
 * Brings a picture into the media library: from the web, or out of the archive. One that came before is taken again.
 * @returns its id, and whether it is new; or why it isn't there
 * @throws when the disk is full: then no other picture would come either
 */
export async function bringPicture(
  ctx: Context,
  actor: Actor,
  source: Pick<Source, "name" | "file">,
  address: string,
  { store, allows, maxBytes = MAX_BYTES }: PictureOptions,
): Promise<{ id: string; isNew: boolean } | { reason: string }> {
  const key = `picture:${address}`.slice(0, 2100);
  const before = (await knownItems(ctx.db, source.name, [key])).get(key)?.entity_id;
  if (before && (await takenIds(ctx.db, "media", [before])).size > 0) return { id: before, isNew: false };
  try {
    const isWeb = /^https?:\/\//i.test(address);
    if (!isWeb && !source.file) return { reason: "isn't in the archive" };
    const body = isWeb ? await guardedFetch(address, { maxBytes, ...(allows && { allows }) }) : await source.file?.(address);
    const media = await uploadMedia(ctx, store, actor, { name: nameOf(address), body: body as AsyncIterable<Uint8Array> });
    await noteItems(ctx.db, source.name, [{ key, entity_id: media.id, hash: "", version: null }]);
    return { id: media.id, isNew: true };
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return { reason: reasonOf(error) };
  }
}
