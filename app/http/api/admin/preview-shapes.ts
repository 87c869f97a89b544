import { z } from "@hono/zod-openapi";
import { EXAMPLE, id } from "../fields.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC" });
const count = z.number().int().openapi({ minimum: 0 });
const person = z
  .object({ id: z.string(), full_name: z.string().nullable(), email: z.string() })
  .nullable()
  .openapi({ description: "null: an account that is no longer there, or nobody yet" });

/** A living link. */
const previewLink = z
  .object({
    id,
    created_at: date,
    expires_at: date,
    created_by: person,
    may_note: z.boolean().openapi({ description: "Notes may be left through it" }),
    notes: count.openapi({ description: "Notes that were left through it" }),
  })
  .openapi("PreviewLink");

/** A post's living links. */
export const previewLinks = z.object({ items: z.array(previewLink) }).openapi("PreviewLinks");

/** A new link. */
export const madePreview = previewLink
  .extend({ url: z.string().openapi({ format: "uri", description: "The address: shown this once" }) })
  .openapi("MadePreview");

/** What somebody noted down. */
export const previewNote = z
  .object({
    id,
    author_name: z.string().openapi({ description: "As they called themselves" }),
    content: z.string().openapi({ description: "Plain text" }),
    quote: z.string().openapi({ description: "The passage that it is about; empty for the whole" }),
    created_at: date,
    resolved_at: date.nullable(),
    resolved_by: person,
  })
  .openapi("PreviewNote");

/** A post's notes. */
export const previewNotes = z
  .object({ items: z.array(previewNote), open: count.openapi({ description: "How many aren't settled" }) })
  .openapi("PreviewNotes");

const exampleAda = { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" };

export const exampleLink = {
  id: EXAMPLE.id,
  created_at: EXAMPLE.date,
  expires_at: EXAMPLE.date,
  created_by: exampleAda,
  may_note: true,
  notes: 1,
};

export const exampleMade = { ...exampleLink, notes: 0, url: `https://blog.example/preview/${"0d8f1f2a3b4c5d6e".repeat(4)}` };

export const exampleNote = {
  id: EXAMPLE.id,
  author_name: "Grace",
  content: "I stumbled over this sentence.",
  quote: "Write one line in the morning",
  created_at: EXAMPLE.date,
  resolved_at: null,
  resolved_by: null,
};
