import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { unfinishedName } from "../../../domain/posts/edit-rules.ts";
import type { AdminPostPage, AdminPostRow } from "../../../domain/posts/post-shapes.ts";
import type { UnfinishedRow } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { foldText } from "../../../platform/fold-text.ts";
import { unfinishedQuery } from "../editor/queries.ts";
import type { PostFilters } from "./queries.ts";

/** Whether a row is an unfinished post: no post has the version 0. */
export const isUnfinished = ({ version }: Pick<AdminPostRow, "version">): boolean => version === 0;

/** An unfinished post as the draft that its author takes it for. */
const rowOf = ({ id, updated_at, ...named }: UnfinishedRow): AdminPostRow => ({
  id,
  title: unfinishedName(named),
  slug: "",
  status: "draft",
  featured: false,
  language: null,
  category: null,
  author: null,
  created_at: updated_at,
  updated_at,
  published_at: null,
  views_count: 0,
  likes_count: 0,
  comments_count: 0,
  read_time: 0,
  version: 0,
  staged_at: null,
  planned: null,
  handed_in: null,
});

/** The author's unfinished posts as drafts on top of the list, where its filters show drafts. */
export function useUnfinishedRows({ search, status, category, language, pictures, handed_in, by, page }: PostFilters) {
  const { data } = useQuery(unfinishedQuery());
  return useMemo(() => {
    const isFound = ({ title }: AdminPostRow) => foldText(title).includes(foldText(search.trim()));
    const drafts = (data?.items ?? []).filter(({ kind }) => kind === "post").map(rowOf);
    const isNarrowed = [language, pictures, handed_in, by].some((value) => value !== "");
    const found = (category === "" || category === "none") && !isNarrowed ? drafts.filter(isFound) : [];
    const shown = status === "" || status === "draft" ? found : [];
    return ({ items, total, counts, ...rest }: AdminPostPage): AdminPostPage => ({
      ...rest,
      items: page === "1" ? [...shown, ...items] : items,
      total: total + shown.length,
      counts: { ...counts, all: counts.all + found.length, draft: counts.draft + found.length },
    });
  }, [data, search, status, category, language, pictures, handed_in, by, page]);
}
