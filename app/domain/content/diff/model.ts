import type { ContentFormat } from "../../posts/post-rules.ts";

/** One of the two texts, as it was written. */
export type ComparedWriting = { content: string; content_format: ContentFormat };

/**
 * A passage of two texts that are compared: one paragraph, heading, list or other block. `html` may be shown as it is; what is
 * gone stands in `<del>`, what is new in `<ins>`.
 */
export type ComparedBlock = { change: "same" | "changed" | "added" | "removed"; html: string };
