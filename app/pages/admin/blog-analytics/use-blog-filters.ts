import { useMemo } from "react";
import { useSite } from "../../public/layout/use-site.ts";
import { type AskedRange, RANGE_DEFAULTS, rangeOf, todayIn } from "../charts/range.ts";
import { useListState } from "../frame/use-list-state.ts";
import type { AskedPosts } from "./queries.ts";

const DEFAULTS = { ...RANGE_DEFAULTS, search: "", category: "", post: "" };
const CATEGORY = /^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** What the screen shows, all of it from its address; what no list can be asked for counts as not said. */
export function useBlogFilters() {
  const { timezone } = useSite();
  const { values, set, href } = useListState(DEFAULTS);
  const today = todayIn(timezone);
  const { range, from, to, search, category, post } = values;
  const { asked, period } = useMemo(() => rangeOf({ range, from, to }, today), [range, from, to, today]);
  const posts: AskedPosts = useMemo(
    () => ({
      ...asked,
      ...(search.trim() && { search: search.trim().slice(0, 200) }),
      ...(CATEGORY.test(category) && { category }),
    }),
    [asked, search, category],
  );
  return { asked, posts, period, today, values, post, set, href };
}

/** What panels are given: what to ask, the days that this means, and where a filter leads. */
export type Shown = ReturnType<typeof useBlogFilters>;
export type Days = { asked: AskedRange; period: { from: string; to: string } };
