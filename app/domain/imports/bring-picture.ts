import { guardedFetch } from "../../platform/guarded-fetch.ts";
import { isDiskFull } from "../../platform/storage/disk.ts";
import type { FileStore } from "../../platform/storage/file-store.ts";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { DomainError, invalid } from "../errors.ts";
import { readMedia } from "../media/list-media.ts";
import { mediaPolicy } from "../media/media.policy.ts";
import type { Media } from "../media/picture.ts";
import { uploadFile } from "../media/upload-file.ts";
import { uploadMedia } from "../media/upload-media.ts";
import { cutText } from "../text-rules.ts";
import { takenIds } from "./imported.sql.ts";
import { knownItems, recordItems } from "./imports.sql.ts";
import type { Source } from "./items.ts";
import { namesFile } from "./read/convert-html.ts";

const SOURCE = "images of other sites";

/** Those who don’t see the whole library reuse only copies of their own. */
const sourceOf = (actor: Actor) =>
  mediaPolicy.editAny.admits(actor) || actor.kind !== "user" ? SOURCE : `${SOURCE}, for ${actor.id}`;

/** From the public internet only; reuses an earlier copy. @throws DomainError `forbidden`; invalid_input naming `address`; disk full */
export async function fetchPicture(ctx: Context, actor: Actor, address: string, options: PictureOptions): Promise<Media> {
  authorize(actor, mediaPolicy.upload);
  const brought = await bringPicture(ctx, actor, { name: sourceOf(actor) }, address, options);
  if ("id" in brought) {
    const { posts: _, ...media } = await readMedia(ctx, actor, brought.id);
    return media;
  }
  throw invalid("The image can’t be fetched", [{ field: "address", rule: brought.reason.replace(`${NOT_TAKEN}it `, "") }]);
}

const MAX_BYTES = 50 * 1024 * 1024;
const FILES = { maxBytes: 500 * 1024 * 1024, totalMs: 300_000, accept: "*/*" };

export type PictureOptions = {
  store: FileStore;
  /** which IP addresses may be contacted instead of public ones; for tests only */
  allows?: ((address: string) => boolean) | undefined;
  /** of a picture; 50 MB unless given */
  maxBytes?: number;
  /** the import that brings it; it takes recordings, videos and downloads, too */
  importId?: string;
};

const NOT_TAKEN = "can’t be taken: ";

const reasonOf = (error: unknown): string => {
  if (error instanceof DomainError) {
    const rules = (error.details ?? []).map(({ rule }) => `it ${rule}`).join("; ");
    return rules ? `${NOT_TAKEN}${rules}` : error.message;
  }
  return error instanceof Error ? error.message : String(error);
};

export const nameOf = (address: string): string => {
  const last =
    address
      .replace(/[?#].*$/, "")
      .split("/")
      .at(-1) ?? "";
  try {
    return cutText(decodeURIComponent(last).replaceAll("\0", ""), 255) || "picture";
  } catch {
    return cutText(last, 255) || "picture";
  }
};

const isWeb = (address: string) => /^https?:\/\//i.test(address);

export const isAbsent = ({ file, hasFile }: Pick<Source, "file" | "hasFile">, address: string): boolean =>
  !isWeb(address) && !(file && (hasFile?.(address) ?? true));

const keyOf = (address: string) => cutText(`picture:${address}`, 2100);

/** Ids by address of pictures that earlier imports of a source have brought and that are still in the library. */
export async function broughtPictures(db: Context["db"], source: string, addresses: string[]): Promise<Map<string, string>> {
  const known = await knownItems(db, source, addresses.map(keyOf));
  const here = await takenIds(
    db,
    "media",
    [...known.values()].map(({ entity_id }) => entity_id),
  );
  const brought = addresses.map((address) => [address, known.get(keyOf(address))?.entity_id ?? ""] as const);
  return new Map(brought.filter(([, id]) => here.has(id)));
}

/** Brings a file of the web or the archive into the media library; reuses an earlier copy. @throws when the disk is full */
export async function bringPicture(
  ctx: Context,
  actor: Actor,
  source: Pick<Source, "name" | "file" | "hasFile">,
  address: string,
  { store, allows, maxBytes = MAX_BYTES, importId }: PictureOptions,
): Promise<{ id: string; isNew: boolean } | { reason: string }> {
  const before = (await broughtPictures(ctx.db, source.name, [address])).get(address);
  if (before !== undefined) return { id: before, isNew: false };
  try {
    if (isAbsent(source, address)) return { reason: "isn’t in the archive" };
    const isFile = importId !== undefined && namesFile(address);
    // An archive may hold what its texts take from the web.
    const body =
      isWeb(address) && !source.hasFile?.(address)
        ? await guardedFetch(address, { maxBytes, ...(isFile && FILES), ...(allows && { allows }) })
        : await source.file?.(address);
    const upload = { name: nameOf(address), body: body as AsyncIterable<Uint8Array> };
    const media = await (isFile ? uploadFile : uploadMedia)(ctx, store, actor, upload);
    await recordItems(ctx.db, source.name, [{ key: keyOf(address), entity_id: media.id, hash: "", version: null }], importId);
    return { id: media.id, isNew: true };
  } catch (error) {
    if (isDiskFull(error)) throw error;
    return { reason: reasonOf(error) };
  }
}
