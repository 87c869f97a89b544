import { z } from "zod";
import { RESTORE_MAX, TRASH_KINDS } from "./model.ts";

export const trashKind = z.enum(TRASH_KINDS, `must be ${TRASH_KINDS.join(", ")}`);

/** Things to be brought back, together or not at all. */
export const restoreInput = z.strictObject({
  items: z
    .array(
      z.strictObject({ kind: trashKind, id: z.guid("must be a UUID").toLowerCase() }, "must be an object of kind and id"),
      "must be a list of things",
    )
    .min(1, "must name at least one thing")
    .max(RESTORE_MAX, `must name at most ${RESTORE_MAX} things`),
});

/** What is to be emptied: all of the trash, or one kind. */
export const emptyInput = z.strictObject({ kind: trashKind.optional() });
