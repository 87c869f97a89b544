import { z } from "zod";
import { component, count, date, EXAMPLE, exampleOf, id, isVisible, plainText } from "../schema-fields.ts";
import { person } from "../users/user.ts";
import { NOTE_LIMITS, PREVIEW_SPANS } from "./preview-rules.ts";

const personOrNone = person.nullable().meta({ description: "null: the account no longer exists, or no one yet" });

/** Only a hash of the token is stored. */
const previewLink = component(
  "PreviewLink",
  z.object({
    id,
    created_at: date,
    expires_at: date,
    created_by: personOrNone,
    may_note: z.boolean().meta({ description: "Whether its readers can leave notes" }),
    notes: count.meta({ description: "Number of notes left with this link" }),
  }),
  {
    id: EXAMPLE.id,
    created_at: EXAMPLE.date,
    expires_at: EXAMPLE.date,
    created_by: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
    may_note: true,
    notes: 1,
  },
);

/** The URL is shown only once. */
export const madePreview = component(
  "MadePreview",
  previewLink.extend({
    url: z.string().meta({ format: "uri", description: "The URL, which is shown only once" }),
  }),
  { ...exampleOf(previewLink), notes: 0, url: `https://blog.example/preview/${"0d8f1f2a3b4c5d6e".repeat(4)}` },
  previewLink,
);

export const previewLinks = component("PreviewLinks", z.object({ items: z.array(previewLink) }), {
  items: [exampleOf(previewLink)],
});

export const previewNote = component(
  "PreviewNote",
  z.object({
    id,
    author_name: z.string().meta({ description: "The name that the reader gave, or the editor who sent the post back" }),
    content: z.string().meta({ description: "Plain text" }),
    quote: z.string().meta({ description: "The passage that it is about; empty for the whole post" }),
    created_at: date,
    resolved_at: date.nullable(),
    resolved_by: personOrNone,
  }),
  {
    id: EXAMPLE.id,
    author_name: "Grace",
    content: "I stumbled over this sentence.",
    quote: "Write one line in the morning",
    created_at: EXAMPLE.date,
    resolved_at: null,
    resolved_by: null,
  },
);

/** Open ones first, then the newest. */
export const previewNotes = component(
  "PreviewNotes",
  z.object({
    items: z.array(previewNote),
    open: count.meta({ description: "The number of open notes" }),
  }),
  { items: [exampleOf(previewNote)], open: 1 },
);

export type PreviewLink = z.infer<typeof previewLink>;
export type MadePreview = z.infer<typeof madePreview>;
export type PreviewNote = z.infer<typeof previewNote>;
export type PreviewNotes = z.infer<typeof previewNotes>;

export const noteInput = z.object({
  name: plainText("Your name", NOTE_LIMITS.name).refine(isVisible, "Please say who you are"),
  text: plainText("A note", NOTE_LIMITS.text).refine(isVisible, "A note can’t be empty"),
  quote: plainText("The passage", NOTE_LIMITS.quote),
});
export type NoteInput = z.infer<typeof noteInput>;

export const previewInput = z.strictObject({
  lasts: z.enum(PREVIEW_SPANS, `must be one of ${PREVIEW_SPANS.join(", ")}`),
  may_note: z.boolean("must be true or false"),
});
export type PreviewInput = z.infer<typeof previewInput>;

export const noteChange = z.strictObject({ resolved: z.boolean("must be true or false") });
