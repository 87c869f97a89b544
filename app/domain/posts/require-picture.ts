import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import { invalid } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { mediaAt } from "../media/media-rules.ts";
import { POST_MESSAGES } from "./edit-rules.ts";

/**
 * Makes sure that a post's featured image is a picture of the library: pages load nothing from elsewhere, so any other
 * address would show nothing.
 * @throws DomainError invalid_input, which names the field
 */
export async function requirePicture(db: Kysely<DB>, address: string | null | undefined): Promise<void> {
  if (!address) return;
  const id = mediaAt(address)?.id;
  if (id && (await pictureSizes({ db })([id])).size > 0) return;
  throw invalid(POST_MESSAGES.featuredImage, [{ field: "featured_image", rule: POST_MESSAGES.featuredImage }]);
}
