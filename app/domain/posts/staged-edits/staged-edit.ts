import { z } from "zod";
import { date, plain } from "../../schema-fields.ts";
import { POST_FIELDS, postFields } from "../post.ts";
import { POST_STATUSES } from "../post-rules.ts";

export const UNFINISHED_MAX = 100;

const version = z.number().int().meta({ description: "Grows with every change" });
const id = z.string();

export const writing = z.object({
  ...plain(postFields, POST_FIELDS),
  status: z.enum(POST_STATUSES).meta({ description: "The status after saving" }),
});

/** When a staged edit was stored last, and by whom; `editor` is null when their account is gone. */
export const staged = z.object({
  version,
  updated_at: date,
  editor: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
});

export const stagedEdit = staged.extend({
  writing,
  base: writing.meta({ description: "The post that the changes started from" }),
  base_version: z.number().int().meta({ description: "Its version" }),
});

export const unfinished = z.object({ id, version, updated_at: date, writing });

export const unfinishedRow = z.object({
  id,
  title: z.string(),
  opening: z.string().meta({ description: "The first words of its text" }),
  updated_at: date,
});

export type Staged = z.infer<typeof staged>;
export type StagedEdit = z.infer<typeof stagedEdit>;
export type Unfinished = z.infer<typeof unfinished>;
export type UnfinishedRow = z.infer<typeof unfinishedRow>;
