import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import {
  HELD_REASON_CAP,
  HELD_REASONS,
  HELD_SEARCH_MIN,
  type HeldPage,
  type QuarantinedHit,
} from "../../../../domain/analytics/traffic/traffic-model.ts";
import { EmptyState } from "../../frame/empty-state.tsx";
import { Pager } from "../../frame/pager.tsx";
import { QueryView } from "../../frame/query-view.tsx";
import { SearchBox } from "../../frame/search-box.tsx";
import { SelectFilter } from "../../frame/select-filter.tsx";
import { Toolbar } from "../../frame/toolbar.tsx";
import { useSelection } from "../../frame/use-selection.ts";
import { Decisions } from "./decisions.tsx";
import { HeldTable } from "./held-table.tsx";
import { type HeldShown, heldQuery } from "./queries.ts";
import { REASON_WORDS, reasonMeans } from "./traffic-texts.ts";

const NONE: QuarantinedHit[] = [];
const figures = new Intl.NumberFormat("en-US");

/** The reasons, each with how many hits it holds. */
function reasonOptions(counts: HeldPage["counts"] | undefined) {
  const known = new Map(counts?.map(({ reason, count }) => [reason, count]));
  const labelOf = (reason: (typeof HELD_REASONS)[number]) => {
    const count = known.get(reason) ?? 0;
    const text = count >= HELD_REASON_CAP ? `${figures.format(HELD_REASON_CAP)}+` : figures.format(count);
    return counts ? `${REASON_WORDS[reason].label} (${text})` : REASON_WORDS[reason].label;
  };
  return [{ value: "", label: "All Reasons" }, ...HELD_REASONS.map((value) => ({ value, label: labelOf(value) }))];
}

type QuarantineProps = {
  values: HeldShown;
  set(patch: Partial<HeldShown>): void;
  href(patch: Partial<HeldShown>): string;
};

/** The hits that aren't counted, with the reason, and what the owner thinks of it. */
export function Quarantine({ values, set, href }: QuarantineProps) {
  const held = useQuery(heldQuery(values));
  const items = held.data?.items ?? NONE;
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const selection = useSelection(ids);
  const { selected, clear } = selection;
  const isShort = values.search !== "" && [...values.search].length < HELD_SEARCH_MIN;
  const isNarrowed = values.search !== "" || values.reason !== "";
  const empty = isNarrowed ? (
    <EmptyState
      title="No held hits found"
      hint="Try another search or reason."
      action={
        <button type="button" className="button" onClick={() => set({ search: "", reason: "" })}>
          Show all held hits
        </button>
      }
    />
  ) : (
    <EmptyState
      title="No held hits found"
      hint="Visits of bots and spammers of the last 30 days appear here. They aren't counted."
    />
  );
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search held hits"
          placeholder="Search agent, page, network..."
          value={values.search}
          onChange={(search) => set({ search })}
        />
        <SelectFilter
          label="Reason"
          options={reasonOptions(held.data?.counts)}
          value={values.reason}
          onChange={(reason) => set({ reason })}
        />
        <p className="held-hint" role="status">
          {isShort ? `Type at least ${HELD_SEARCH_MIN} characters to search.` : (reasonMeans(values.reason) ?? "")}
        </p>
      </Toolbar>
      <QueryView query={held} noun="held hits" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items: hits, total_is_capped, counts: _, ...paging }) => (
          <div className="held">
            <Decisions ids={[...selected]} onClear={clear} />
            <HeldTable hits={hits} selection={selection} busy={held.isPlaceholderData} />
            <Pager {...paging} noun={total_is_capped ? "held hits (the newest)" : "held hits"} href={href} />
          </div>
        )}
      </QueryView>
    </>
  );
}
