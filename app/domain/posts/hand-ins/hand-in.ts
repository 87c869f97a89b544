import { z } from "zod";
import { component, date, EXAMPLE, plainText } from "../../schema-fields.ts";
import { HAND_IN_NOTE_MAX } from "./hand-in-rules.ts";

export const handedIn = component(
  "HandedIn",
  z.object({
    at: date,
    by: z.object({ id: z.string(), full_name: z.string().nullable() }),
    note: z.string().meta({ description: "Plain text for the editor; empty without one" }),
  }),
  { at: EXAMPLE.date, by: { id: EXAMPLE.id, full_name: "Ada Larkin" }, note: "Is the second part too long?" },
);

export type HandedIn = z.infer<typeof handedIn>;

/** `version`: of the post as its author saw it. */
export const handInInput = z.strictObject({
  note: plainText("The note", HAND_IN_NOTE_MAX),
  version: z.int("must be a whole number").min(1, "must be a whole number from 1 on"),
});

export type HandInInput = z.infer<typeof handInInput>;
