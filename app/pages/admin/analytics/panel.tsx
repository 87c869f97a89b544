import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { PanelQuery } from "../../../domain/analytics/analytics-rules.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { useSite } from "../../data.ts";
import { ExportMenu, type Row } from "../charts/export-menu.tsx";
import { RANGE_DEFAULTS, rangeOf, todayIn } from "../charts/range.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { refreshFigures } from "./queries.ts";

/** Has the server count all waiting hits, then loads the figures again. */
export function Refresh() {
  const refresh = useAdminMutation({
    call: () => refreshFigures(),
    failure: (message) => `Failed to refresh: ${message}`,
    invalidates: [["admin", "analytics"]],
  });
  return (
    <button
      type="button"
      className="button"
      aria-disabled={refresh.isPending || undefined}
      onClick={() => refresh.isPending || refresh.mutate(undefined)}
    >
      <AdminIcon name="retry" />
      {refresh.isPending ? "Refreshing..." : "Refresh"}
    </button>
  );
}

/** What the screen can be filtered by, as named in its URL. */
export const DRILLS = ["path", "source", "country"] as const;
export type Drill = (typeof DRILLS)[number];

const DEFAULTS = { ...RANGE_DEFAULTS, path: "", source: "", country: "" };

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

export type PanelFilters = Pick<ReturnType<typeof useFilters>, "asked" | "period" | "href">;

const figures = new Intl.NumberFormat("en-US");

export function More({ shown, total, what }: { shown: number; total: number; what: string }) {
  return total > shown ? (
    <p className="stats-more">
      +{figures.format(total - shown)} more {what} · Export has up to 1,000
    </p>
  ) : null;
}

type PanelProps<Data> = {
  title: string;
  query: UseQueryResult<Data, Error>;
  /** how many rows it has when it is full; space for them is reserved from the start */
  rows: number;
  isEmpty(data: Data): boolean;
  /** the text when there is nothing, also when loading failed */
  empty: string;
  /** for the export: the days that it covers, a function that loads everything, and its rows for a spreadsheet */
  exports?: { period: { from: string; to: string }; load(): Promise<Data>; rows(data: Data): readonly Row[] };
  foot?: ReactNode;
  /** beside the heading, where the panel is one of a group */
  switcher?: ReactNode;
  children(data: Data): ReactNode;
};

/** One of the panels of a group, with the name of its button. */
export type GroupedPanel = { name: string; show(switcher: ReactNode): ReactNode };

/** Panels in one place. Buttons choose which of them is shown; the others load nothing. */
export function PanelGroup({ label, panels }: { label: string; panels: readonly GroupedPanel[] }) {
  const [chosen, choose] = useState(0);
  const switcher = (
    <ButtonGroup className="segments stats-switcher" aria-label={label}>
      {panels.map(({ name }, at) => (
        <button key={name} type="button" aria-pressed={at === chosen} onClick={() => choose(at)}>
          {name}
        </button>
      ))}
    </ButtonGroup>
  );
  return panels[chosen]?.show(switcher);
}

function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="stats-skeleton" role="status">
      <span className="sr-only">Loading...</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <span key={row} className="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

/** When loading fails, the figures are empty (specification, section 8). This adds a quiet message with a way to try again. */
export function FailedQuietly({ onRetry }: { onRetry(): void }) {
  return (
    <p className="stats-failed" role="status">
      <span>Could not be loaded.</span>
      <button type="button" className="small-button" onClick={onRetry}>
        Try Again
      </button>
    </p>
  );
}

export function Panel<Data>({ title, query, rows, isEmpty, empty, exports, foot, switcher, children }: PanelProps<Data>) {
  const id = useId();
  const { data, isError, isPlaceholderData, refetch } = query;
  const isBare = data === undefined ? isError : isEmpty(data);
  return (
    <section className="panel stats-panel" aria-labelledby={id} data-rows={rows}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {switcher}
        {exports ? <ExportMenu title={title} {...exports} /> : null}
      </div>
      <div className="stats-room" aria-busy={isPlaceholderData || undefined}>
        {data === undefined && !isError ? <Skeleton rows={rows} /> : null}
        {isBare ? <p className="stats-none">{empty}</p> : null}
        {isError ? <FailedQuietly onRetry={() => void refetch()} /> : null}
        {data === undefined || isBare ? null : children(data)}
      </div>
      {data !== undefined && !isBare ? foot : null}
    </section>
  );
}
