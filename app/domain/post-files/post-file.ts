import { z } from "zod";
import { EDITING_LIMITS } from "../posts/edit-rules.ts";
import { POST_KINDS } from "../posts/post-rules.ts";
import { component, EXAMPLE, id, text } from "../schema-fields.ts";

/** Characters of front matter besides the text. */
const FRONT_MATTER_MAX = 256 * 1024;
const NAME_MAX = 255;

const EXAMPLE_TEXT = `---
title: Mood Tracking
description: How two lines a day teach you what your weeks are made of.
category: wellness
status: draft
---
Write one line in the morning and one at night, and look at them on Sunday.
`;

/** A file as it is sent. `version`: that of the post that was read, 0 for a new one. `edit_version`: of the staged edit that it contains. */
export const postFileInput = z.strictObject({
  text: text(EDITING_LIMITS.contentMax + FRONT_MATTER_MAX, "must be text").describe("Front matter in YAML, and the text"),
  version: z.int("must be a whole number").min(0, "must be a whole number from 0 on"),
  edit_version: z
    .int("must be a whole number")
    .min(0, "must be a whole number from 0 on")
    .optional()
    .describe("That of the staged edit whose changes the text contains; 0, or nothing, if it contains none"),
  name: text(NAME_MAX).optional().describe("The file’s name without its ending: the title of a new post that has none"),
});
export type PostFileInput = z.infer<typeof postFileInput>;
export const EXAMPLE_INPUT: PostFileInput = { text: EXAMPLE_TEXT, version: 1 };

const reference = z.object({
  id,
  version: z.number().int().meta({ description: "Grows with every change" }),
  edit_version: z.number().int().meta({ description: "Of its staged edit; 0 if it has none" }),
  slug: z.string(),
  kind: z.enum(POST_KINDS),
});

const EXAMPLE_REFERENCE = { id: EXAMPLE.id, version: 3, edit_version: 0, slug: "mood-tracking", kind: "post" as const };

export const postFileList = component(
  "PostFileList",
  z.object({
    items: z.array(reference),
    can_publish: z.boolean().meta({ description: "Whether you, and your API token, may publish, and change what isn’t a draft" }),
    can_stage: z.boolean().meta({ description: "Whether what you change of published posts is staged if you may not publish" }),
  }),
  { items: [EXAMPLE_REFERENCE], can_publish: true, can_stage: true },
);
export type PostFileList = z.infer<typeof postFileList>;

const postFile = component(
  "PostFile",
  reference.extend({ text: z.string().meta({ description: "Front matter in YAML, and the text as it was written" }) }),
  { ...EXAMPLE_REFERENCE, text: EXAMPLE_TEXT },
);
export type PostFile = z.infer<typeof postFile>;

export const postFiles = component("PostFiles", z.object({ items: z.array(postFile) }), {
  items: [{ ...EXAMPLE_REFERENCE, text: EXAMPLE_TEXT }],
});

export const savedPostFile = component(
  "SavedPostFile",
  postFile.extend({
    staged: z.boolean().meta({
      description: "Whether the text is that of the staged edit, which waits next to the post until somebody publishes it",
    }),
  }),
  { ...EXAMPLE_REFERENCE, text: EXAMPLE_TEXT, staged: false },
  postFile,
);
export type SavedPostFile = z.infer<typeof savedPostFile>;
