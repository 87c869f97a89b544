import { z } from "@hono/zod-openapi";
import { POST_FIELDS, postFields } from "../../../domain/posts/post.ts";
import { POST_STATUSES } from "../../../domain/posts/post-rules.ts";
import { date, plain } from "../../../domain/schema-fields.ts";
import { EXAMPLE, id } from "../fields.ts";
import { exampleInput } from "./post-shapes.ts";

const version = z.number().int().openapi({ description: "Grows with every keeping" });
const writing = z
  .object({
    ...plain(postFields, POST_FIELDS),
    status: z.enum(POST_STATUSES).openapi({ description: "The one that saving would give it" }),
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
