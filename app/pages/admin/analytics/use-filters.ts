import { useMemo } from "react";
import type { PanelQuery } from "../../../domain/analytics/analytics-rules.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { RANGE_DEFAULTS, rangeOf, todayIn } from "../charts/range.ts";
import { useListState } from "../frame/use-list-state.ts";

/** What the screen can be narrowed down to, as its address has it. */
export const DRILLS = ["path", "source", "country"] as const;
export type Drill = (typeof DRILLS)[number];

const DEFAULTS = { ...RANGE_DEFAULTS, path: "", source: "", country: "" };

/** What the screen shows, all of it from its address. */
export function useFilters() {
  const { timezone } = useSite();
  const { values, set, href } = useListState(DEFAULTS);
  const today = todayIn(timezone);
  const { range, from, to, path, source, country } = values;
  const chosen = useMemo(() => rangeOf({ range, from, to }, today), [range, from, to, today]);
  const asked: PanelQuery = useMemo(
    () => ({
      ...chosen.asked,
      ...(path && { page: path }),
      ...(source && { source }),
      ...(country && { country }),
    }),
    [chosen, path, source, country],
  );
  return { asked, period: chosen.period, today, values, set, href };
}

/** What panels are given: what to ask, the days that this means, and where a filter leads. */
export type PanelFilters = Pick<ReturnType<typeof useFilters>, "asked" | "period" | "href">;
