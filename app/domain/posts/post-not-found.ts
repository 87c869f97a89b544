import type { Context } from "../context.ts";
import { DomainError, notFound } from "../errors.ts";
import { POST_MESSAGES } from "./edit-rules.ts";
import { isTrashed } from "./post-trash.sql.ts";

/** Why there is no such post to be edited: it is in the trash, or gone. @returns a DomainError PGRST116 */
export const missingPost = async (db: Context["db"], id: string): Promise<DomainError> =>
  (await isTrashed(db, id)) ? new DomainError("not_found", "PGRST116", POST_MESSAGES.inTrash) : notFound("Post");
