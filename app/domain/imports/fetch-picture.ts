import type { Actor } from "../auth/model.ts";
import { authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { invalid } from "../errors.ts";
import { readMedia } from "../media/list-media.ts";
import { mediaPolicy } from "../media/media.policy.ts";
import type { Media } from "../media/picture.ts";
import { bringPicture, type PictureOptions } from "./bring-picture.ts";

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
