/**
 * A passage of two texts that are compared: one paragraph, heading, list or other block. `html` may be shown as it is; what is
 * gone stands in `<del>`, what is new in `<ins>`.
 */
export type ComparedBlock = { change: "same" | "changed" | "added" | "removed"; html: string };
