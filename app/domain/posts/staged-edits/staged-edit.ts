import { z } from "zod";
import { component, date, EXAMPLE, exampleOf, id, plain } from "../../schema-fields.ts";
import { person } from "../../users/user.ts";
import { POST_FIELDS, postFields } from "../post.ts";
import { POST_KINDS, POST_STATUSES } from "../post-rules.ts";
import { EXAMPLE_POST } from "../post-shapes.ts";

export const UNFINISHED_MAX = 100;

const version = z.number().int().meta({ description: "Grows with every change" });

const writing = component(
  "Writing",
  z.object({
    ...plain(postFields, POST_FIELDS),
    status: z.enum(POST_STATUSES).meta({ description: "The status after saving" }),
  }),
  EXAMPLE_POST,
);

/** When and by whom it was stored last; `editor` is null when their account is gone. */
export const staged = component(
  "Staged",
  z.object({
    version,
    updated_at: date,
    editor: person.nullable(),
  }),
  {
    version: 3,
    updated_at: EXAMPLE.date,
    editor: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
  },
);

export const stagedEdit = component(
  "StagedEdit",
  staged.extend({
    writing,
    base: writing.meta({ description: "The post as it was when the changes began" }),
    base_version: z.number().int().meta({ description: "Its version" }),
  }),
  { ...exampleOf(staged), writing: EXAMPLE_POST, base: EXAMPLE_POST, base_version: 1 },
  staged,
);

export const unfinished = component("Unfinished", z.object({ id, version, updated_at: date, writing }), {
  id: EXAMPLE.id,
  version: 1,
  updated_at: EXAMPLE.date,
  writing: EXAMPLE_POST,
});

const unfinishedRow = component(
  "UnfinishedRow",
  z.object({
    id,
    kind: z.enum(POST_KINDS),
    title: z.string(),
    opening: z.string().meta({ description: "The first words of its text" }),
    updated_at: date,
  }),
  {
    id: EXAMPLE.id,
    kind: "post",
    title: EXAMPLE_POST.title,
    opening: "The first light is quiet",
    updated_at: EXAMPLE.date,
  },
);

export const unfinishedList = component("UnfinishedList", z.object({ items: z.array(unfinishedRow) }), {
  items: [exampleOf(unfinishedRow)],
});

export const storedUnfinished = component(
  "KeptUnfinished",
  unfinishedRow.omit({ kind: true, opening: true }).extend({ version }),
  {
    id: EXAMPLE.id,
    title: EXAMPLE_POST.title,
    updated_at: EXAMPLE.date,
    version: 1,
  },
);

export type Staged = z.infer<typeof staged>;
export type StagedEdit = z.infer<typeof stagedEdit>;
export type Unfinished = z.infer<typeof unfinished>;
export type UnfinishedRow = z.infer<typeof unfinishedRow>;
