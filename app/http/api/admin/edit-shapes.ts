import { z } from "@hono/zod-openapi";
import { POST_STATUSES } from "../../../domain/posts/model.ts";
import { EXAMPLE, id } from "../fields.ts";
import { exampleInput } from "./post-shapes.ts";

const date = z.string().openapi({ format: "date-time", description: "ISO 8601 in UTC" });
const version = z.number().int().openapi({ description: "Grows with every keeping" });

const writing = z
  .object({
    title: z.string(),
    slug: z.string(),
    description: z.string(),
    excerpt: z.string(),
    content: z.string(),
    content_format: z.enum(["html", "markdown"]),
    status: z.enum(POST_STATUSES).openapi({ description: "The one that saving would give it" }),
    featured: z.boolean(),
    category_id: z.string().nullable(),
    tags: z.array(z.string()),
    featured_image: z.string().nullable(),
    featured_image_alt: z.string(),
  })
  .openapi("Writing");

/** What is said of a keeping. */
export const staged = z
  .object({
    version,
    updated_at: date,
    editor: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
  })
  .openapi("Staged");

/** Changes of a post that wait to be saved. */
export const stagedEdit = staged
  .extend({
    writing,
    base: writing.openapi({ description: "The post that they were begun from" }),
    base_version: z.number().int().openapi({ description: "Its version" }),
  })
  .openapi("StagedEdit");

const opening = z.string().openapi({ description: "The first words of its text" });
const unfinishedRow = z.object({ id, title: z.string(), opening, updated_at: date }).openapi("UnfinishedRow");
export const unfinishedList = z.object({ items: z.array(unfinishedRow) }).openapi("UnfinishedList");
export const keptUnfinished = unfinishedRow.omit({ opening: true }).extend({ version }).openapi("KeptUnfinished");
export const unfinished = z.object({ id, version, updated_at: date, writing }).openapi("Unfinished");

export const exampleStaged = {
  version: 3,
  updated_at: EXAMPLE.date,
  editor: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
};
export const exampleEdit = { ...exampleStaged, writing: exampleInput, base: exampleInput, base_version: 1 };
export const exampleKeptUnfinished = { id: EXAMPLE.id, title: exampleInput.title, updated_at: EXAMPLE.date, version: 1 };
export const exampleRowUnfinished = {
  id: EXAMPLE.id,
  title: exampleInput.title,
  opening: "The first light is quiet",
  updated_at: EXAMPLE.date,
};
export const exampleUnfinished = { id: EXAMPLE.id, version: 1, updated_at: EXAMPLE.date, writing: exampleInput };
