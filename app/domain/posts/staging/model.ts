import type { PostFields } from "../post.ts";

/** How many new posts one admin may have begun and not saved. */
export const UNFINISHED_MAX = 100;

/** Who typed last; null when their account is gone. */
type Editor = { id: string; full_name: string | null; email: string };

/** What is said of a keeping; `updated_at` in ISO 8601, UTC. */
export type Staged = { version: number; updated_at: string; editor: Editor | null };

/** Changes of a post that wait to be saved; `base` is the post that they were begun from, `base_version` its version. */
export type StagedEdit = Staged & { writing: PostFields; base: PostFields; base_version: number };

/** A new post that was begun and never saved. */
export type Unfinished = { id: string; version: number; updated_at: string; writing: PostFields };

/** One of them as the list names it; `opening`: the first words of its text. */
export type UnfinishedRow = { id: string; title: string; opening: string; updated_at: string };

/** What such a post is called: its title, else its first words. */
export const unfinishedName = ({ title, opening }: Pick<UnfinishedRow, "title" | "opening">): string =>
  title.trim() || opening || "Untitled";
