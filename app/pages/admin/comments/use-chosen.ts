import { useCallback, useState } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import { useSelection } from "../frame/selection.tsx";
import type { Chosen, CommentsShown } from "./queries.ts";

const idOf = ({ id }: AdminComment) => id;

/** What the comments beyond the page are that are chosen with it: all that match, or those alike to one of the page. */
type Beyond = { list: string } | { alikeTo: AdminComment } | null;

/** The comments of a list that the next action is about. */
export function useChosen(items: AdminComment[], { search, status }: Pick<CommentsShown, "search" | "status">) {
  const list = `${status} ${search}`;
  const { selected, onChange, toggle, clear } = useSelection(items, idOf, list);
  const [beyond, setBeyond] = useState<Beyond>(null);
  // Another filter is another list, and comments that were decided are no longer those that were counted.
  const holds = beyond === null || ("list" in beyond ? beyond.list === list : items.includes(beyond.alikeTo));
  if (!holds) setBeyond(null);
  const isAll = holds && beyond !== null && "list" in beyond;
  const alike = holds && beyond !== null && "alikeTo" in beyond ? beyond.alikeTo : null;
  const isPage = items.length > 0 && selected.size === items.length;
  const ids: Chosen = alike ? { filter: { search: "", status, alike: alike.id } } : { ids: [...selected] };
  return {
    chosen: isAll ? { filter: { search, status } } : ids,
    count: alike ? 1 + (alike.alike ?? 0) : selected.size,
    isAll,
    /** all comments of the page, and none beyond it */
    isPage: isPage && alike === null,
    has: (id: string) => isAll || selected.has(id),
    togglePage() {
      setBeyond(null);
      onChange(new Set(isPage ? [] : items.map(idOf)));
    },
    toggle: useCallback(
      (id: string) => {
        setBeyond(null);
        toggle(id);
      },
      [toggle],
    ),
    chooseAlike: useCallback(
      (comment: AdminComment) => {
        setBeyond({ alikeTo: comment });
        onChange(new Set([comment.id]));
      },
      [onChange],
    ),
    chooseAll: () => setBeyond({ list }),
    clear() {
      setBeyond(null);
      clear();
    },
  };
}
