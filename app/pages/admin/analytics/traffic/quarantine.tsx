import { useQuery } from "@tanstack/react-query";
import { RULE_KINDS, type RuleKind } from "../../../../domain/analytics/hit-rules.ts";
import type { QuarantinedHit, QuarantinePage } from "../../../../domain/analytics/traffic/traffic.ts";
import {
  agentName,
  QUARANTINE_REASON_CAP,
  QUARANTINE_REASONS,
  QUARANTINE_SEARCH_MIN,
  type QuarantineReason,
} from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { Badge } from "../../frame/badge.tsx";
import { type Column, DataTable } from "../../frame/data-table.tsx";
import { Ago } from "../../frame/dates.tsx";
import { Menu } from "../../frame/menu.tsx";
import { Pager } from "../../frame/pager.tsx";
import { EmptyState, QueryView } from "../../frame/query-view.tsx";
import { BulkBar, type Selection, useSelection } from "../../frame/selection.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../../frame/toolbar.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { blockHits, CHANGED_TRAFFIC, type QuarantineFilters, quarantineQuery, type Release, releaseHits } from "./queries.ts";

const REASON_WORDS: Record<QuarantineReason, { label: string; means: string }> = {
  bot_user_agent: { label: "Bot by name", means: "It identifies itself as a bot, crawler or script." },
  no_user_agent: { label: "No user agent", means: "It sends no user agent; every browser does." },
  bot_headers: { label: "Not a browser", means: "It sends no preferred languages; every browser does." },
  burst: { label: "Too fast", means: "Pages were opened faster than anyone can read." },
  too_many_addresses: { label: "Too many addresses", means: "It requested more addresses than a reader would." },
  spam_referrer: { label: "Referrer spam", means: "It comes from a site that fakes visits to appear in statistics." },
  no_engagement: { label: "No engagement", means: "Many pages were opened, none for more than a second." },
  blocked: { label: "Blocked by rule", means: "One of your rules blocks it." },
};

const reasonLabel = (reason: string): string =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as QuarantineReason].label : reason;
const reasonMeans = (reason: string): string | undefined =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as QuarantineReason].means : undefined;

export const KIND_WORDS: Record<RuleKind, { label: string; plural: string; hint: string }> = {
  user_agent: {
    label: "User agent",
    plural: "user agents",
    hint: "Part of what a program calls itself, such as AhrefsBot. Not case-sensitive.",
  },
  network: {
    label: "Network",
    plural: "networks",
    hint: "An address or a network, such as 203.0.113.0/24. Stored visits only have their /24 or /48, so narrower rules apply to new visits only.",
  },
  referrer: { label: "Referrer", plural: "referrers", hint: "A host such as spam.example, including its subdomains." },
};

const figures = new Intl.NumberFormat("en-US");

/** A count with its noun: `1 hit`, `1,200 hits`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${figures.format(count)} ${count === 1 ? one : many}`;

/** What a new block did to recorded visits, for the toast; empty when it did nothing. */
export const quarantinedText = (visits: number): string =>
  visits === 0 ? "" : `; ${countOf(visits, "recorded visit")} moved to quarantine`;

const failure = (message: string) => `Failed to save the decision: ${message}`;

function useDecisions(ids: string[], then: () => void) {
  const confirm = useConfirm();
  const releasing = useAdminMutation({
    call: releaseHits,
    success: ({ released }) => `${countOf(released, "hit")} released; figures update within seconds`,
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const blocking = useAdminMutation({
    call: blockHits,
    success: ({ rules, held_visits }) => `${countOf(rules.length, "rule")} added${quarantinedText(held_visits)}`,
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const hits = countOf(ids.length, "hit");

  const release = async (allow?: Release["allow"]) => {
    const text = allow
      ? `They are counted at the time they happened. Visits with the same ${KIND_WORDS[allow].plural} are counted from now on.`
      : "They are counted at the time they happened.";
    if (!(await confirm({ title: `Release ${hits}`, text, action: "Release" }))) return;
    releasing.mutate({ ids, ...(allow && { allow }) }, { onSuccess: then });
  };
  const block = async (by: RuleKind) => {
    const text = `The ${KIND_WORDS[by].plural} of ${hits} are no longer counted. Matching visits of the last 30 days move to quarantine, where you can release them.`;
    if (!(await confirm({ title: `Block by ${KIND_WORDS[by].label.toLowerCase()}`, text, action: "Block", tone: "danger" })))
      return;
    blocking.mutate({ ids, by }, { onSuccess: then });
  };
  return { release, block, isBusy: releasing.isPending || blocking.isPending };
}

const columns: Column<QuarantinedHit>[] = [
  {
    key: "page",
    title: "Page",
    render: ({ path, referrer }) => (
      <>
        <span className="row-title">{path}</span>
        {referrer ? <span className="row-note">from {referrer}</span> : null}
      </>
    ),
  },
  {
    key: "reason",
    title: "Reason",
    render: ({ reason }) => (
      <span title={reasonMeans(reason)}>
        <Badge tone={reason === "blocked" ? "red" : "amber"}>{reasonLabel(reason)}</Badge>
      </span>
    ),
  },
  {
    key: "agent",
    title: "User agent",
    render: ({ user_agent }) => (
      <span className="quarantine-agent" title={user_agent ?? undefined}>
        {user_agent ? agentName(user_agent) : "None"}
      </span>
    ),
  },
  { key: "network", title: "Network", render: ({ network }) => network ?? "Unknown" },
  { key: "at", title: "When", render: ({ at }) => <Ago iso={at} /> },
];

type QuarantineTableProps = { hits: readonly QuarantinedHit[]; selection: Selection; busy: boolean };

function QuarantineTable({ hits, selection, busy }: QuarantineTableProps) {
  return (
    <DataTable
      caption="Quarantined hits"
      columns={columns}
      rows={hits}
      rowKey={({ id }) => id}
      rowName={({ path, reason, id }) => `hit ${id} on ${path}, ${reasonLabel(reason).toLowerCase()}`}
      selection={selection}
      busy={busy}
    />
  );
}

function Decisions({ ids, onClear }: { ids: string[]; onClear(): void }) {
  const { release, block, isBusy } = useDecisions(ids, onClear);
  return (
    <BulkBar count={ids.length} onClear={onClear}>
      <Menu
        label="Release"
        items={[
          { label: "Release these", disabled: isBusy, onSelect: () => void release() },
          { label: "Release and allow their user agents", disabled: isBusy, onSelect: () => void release("user_agent") },
          { label: "Release and allow their networks", disabled: isBusy, onSelect: () => void release("network") },
        ]}
      >
        Release
        <AdminIcon name="down" />
      </Menu>
      <Menu
        label="Block"
        items={RULE_KINDS.map((kind) => ({
          label: `Block by ${KIND_WORDS[kind].label.toLowerCase()}`,
          tone: "danger" as const,
          disabled: isBusy,
          onSelect: () => void block(kind),
        }))}
      >
        Block
        <AdminIcon name="down" />
      </Menu>
    </BulkBar>
  );
}

const idOf = ({ id }: QuarantinedHit) => id;

function reasonOptions(counts: QuarantinePage["counts"] | undefined) {
  const known = new Map(counts?.map(({ reason, count }) => [reason, count]));
  const labelOf = (reason: (typeof QUARANTINE_REASONS)[number]) => {
    const count = known.get(reason) ?? 0;
    const text = count >= QUARANTINE_REASON_CAP ? `${figures.format(QUARANTINE_REASON_CAP)}+` : figures.format(count);
    return counts ? `${REASON_WORDS[reason].label} (${text})` : REASON_WORDS[reason].label;
  };
  return [{ value: "", label: "All reasons" }, ...QUARANTINE_REASONS.map((value) => ({ value, label: labelOf(value) }))];
}

type QuarantineProps = {
  values: QuarantineFilters;
  set(patch: Partial<QuarantineFilters>): void;
  href(patch: Partial<QuarantineFilters>): string;
};

export function Quarantine({ values, set, href }: QuarantineProps) {
  const quarantine = useQuery(quarantineQuery(values));
  const selection = useSelection(quarantine.data?.items, idOf);
  const { selected, clear } = selection;
  const isShort = values.search !== "" && [...values.search].length < QUARANTINE_SEARCH_MIN;
  const isNarrowed = values.search !== "" || values.reason !== "";
  const empty = isNarrowed ? (
    <EmptyState
      title="No quarantined hits found"
      hint="Try another search or reason."
      action={
        <button type="button" className="button" onClick={() => set({ search: "", reason: "" })}>
          Show all quarantined hits
        </button>
      }
    />
  ) : (
    <EmptyState
      title="No quarantined hits yet"
      hint="Visits by bots and spammers from the last 30 days appear here. They aren’t counted."
    />
  );
  return (
    <>
      <Toolbar>
        <SearchBox
          label="Search quarantined hits"
          placeholder="Search agent, page, network..."
          value={values.search}
          onChange={(search) => set({ search })}
        />
        <SelectFilter
          label="Reason"
          options={reasonOptions(quarantine.data?.counts)}
          value={values.reason}
          onChange={(reason) => set({ reason })}
        />
        <p className="quarantine-hint" role="status">
          {isShort ? `Type at least ${QUARANTINE_SEARCH_MIN} characters to search.` : (reasonMeans(values.reason) ?? "")}
        </p>
      </Toolbar>
      <QueryView query={quarantine} noun="quarantined hits" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items: hits, total_is_capped, counts: _, ...paging }) => (
          <div className="quarantine">
            <Decisions ids={[...selected]} onClear={clear} />
            <QuarantineTable hits={hits} selection={selection} busy={quarantine.isPlaceholderData} />
            <Pager {...paging} noun={total_is_capped ? "quarantined hits (the newest)" : "quarantined hits"} href={href} />
          </div>
        )}
      </QueryView>
    </>
  );
}
