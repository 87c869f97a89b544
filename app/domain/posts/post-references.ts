import { sql } from "kysely";
import type { Db } from "../../platform/database/db.ts";
import type { PolicyActor } from "../back-office.policy.ts";
import { DomainError, invalid, notFound } from "../errors.ts";
import { pictureSizes } from "../media/list-media.ts";
import { mediaAt } from "../media/media-rules.ts";
import { requireRestorable } from "../media/require-restorable.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import type { Reach } from "./reach.sql.ts";

/** @throws DomainError PGRST116, which names the field */
export async function requireCategory(db: Db, id: string | null | undefined): Promise<void> {
  if (!id || (await holdCategory(db, id))) return;
  const details = [{ field: "category_id", rule: "This category no longer exists" }];
  throw new DomainError("not_found", "PGRST116", "Category not found", { details });
}

/** The lock prevents its deletion until the transaction ends. */
async function holdCategory(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("categories").select("id").where("id", "=", id).forKeyShare().executeTakeFirst()) !== undefined;
}

/** Only pictures of the media library: pages load nothing from other sites. @throws DomainError invalid_input, which names the field */
export async function requirePicture(db: Db, address: string | null | undefined): Promise<void> {
  if (!address) return;
  const id = mediaAt(address)?.id;
  if (id && (await pictureSizes({ db })([id])).size > 0) return;
  throw invalid(POST_MESSAGES.featuredImage, [{ field: "featured_image", rule: POST_MESSAGES.featuredImage }]);
}

/** Images in the trash that the actor may not restore don't exist for them. @throws DomainError invalid_input, which names the field */
export const requireOutOfTrash = (
  db: Db,
  actor: PolicyActor,
  { content, featured_image }: { content?: string | undefined; featured_image?: string | null | undefined },
): Promise<void> =>
  requireRestorable(db, actor, {
    featured_image: { text: featured_image, rule: POST_MESSAGES.featuredImage },
    content: { text: content, rule: POST_MESSAGES.imageInTrash },
  });

const isTrashed = async (db: Db, id: string, reach: Reach): Promise<boolean> =>
  (await db
    .selectFrom("posts")
    .select("id")
    .where("id", "=", id)
    .where("status", "=", "trashed")
    .where(reach(sql.ref("posts.id")))
    .executeTakeFirst()) !== undefined;

/** A DomainError PGRST116: the post is in the trash, doesn't exist or isn’t within reach. */
export const missingPost = async (db: Db, id: string, reach: Reach): Promise<DomainError> =>
  (await isTrashed(db, id, reach)) ? new DomainError("not_found", "PGRST116", POST_MESSAGES.inTrash) : notFound("Post");
