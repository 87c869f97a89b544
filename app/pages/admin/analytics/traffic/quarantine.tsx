import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { RULE_KINDS, type RuleKind } from "../../../../domain/analytics/hit-rules.ts";
import type { HeldPage, QuarantinedHit } from "../../../../domain/analytics/traffic/traffic.ts";
import {
  HELD_REASON_CAP,
  HELD_REASONS,
  HELD_SEARCH_MIN,
  type HeldReason,
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
import { blockHits, CHANGED_TRAFFIC, type HeldShown, heldQuery, type Release, releaseHits } from "./queries.ts";
import { DECISION, HELD, KINDS, REASONS, RULES } from "./texts.ts";

/** Why a hit is held, in a few words and in a sentence. */
const REASON_WORDS: Record<HeldReason, { label: string; means: string }> = {
  bot_user_agent: { label: REASONS.botByName, means: REASONS.botByNameHint },
  no_user_agent: { label: REASONS.noUserAgent, means: REASONS.noUserAgentHint },
  bot_headers: { label: REASONS.notABrowser, means: REASONS.notBrowserHint },
  burst: { label: REASONS.tooFast, means: REASONS.tooFastHint },
  too_many_addresses: { label: REASONS.tooManyAddresses, means: REASONS.tooManyAddressesHint },
  spam_referrer: { label: REASONS.referrerSpam, means: REASONS.referrerSpamHint },
  no_engagement: { label: REASONS.noEngagement, means: REASONS.noEngagementHint },
  blocked: { label: REASONS.blockedByRule, means: REASONS.blockedByRuleHint },
};

/** The label of a reason; an unknown one is shown as it is. */
const reasonLabel = (reason: string): string =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as HeldReason].label : reason;
const reasonMeans = (reason: string): string | undefined =>
  Object.hasOwn(REASON_WORDS, reason) ? REASON_WORDS[reason as HeldReason].means : undefined;

export const KIND_WORDS: Record<RuleKind, { label: string; plural: string; hint: string }> = {
  user_agent: {
    label: KINDS.userAgent,
    plural: KINDS.userAgents,
    hint: KINDS.userAgentHint,
  },
  network: {
    label: KINDS.network,
    plural: KINDS.networks,
    hint: KINDS.networkHint,
  },
  referrer: { label: KINDS.referrer, plural: KINDS.referrers, hint: KINDS.referrerHint },
};

const figures = new Intl.NumberFormat("en-US");

/** A count with its noun: `1 hit`, `1,200 hits`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${figures.format(count)} ${count === 1 ? one : many}`;

/** What a new block did to recorded visits, for the toast; empty when it did nothing. */
export const heldVisitsText = (visits: number): string =>
  visits === 0 ? "" : DECISION.movedToQuarantine(countOf(visits, "recorded visit"));

const failure = (message: string) => DECISION.failed(message);

/** Releases or blocks the selected hits; both ask first. */
function useDecisions(ids: string[], then: () => void) {
  const confirm = useConfirm();
  const releasing = useAdminMutation({
    call: releaseHits,
    success: ({ released }) => DECISION.released(countOf(released, "hit")),
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const blocking = useAdminMutation({
    call: blockHits,
    success: ({ rules, held_visits }) => DECISION.added(countOf(rules.length, "rule"), heldVisitsText(held_visits)),
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const hits = countOf(ids.length, "hit");

  const release = async (allow?: Release["allow"]) => {
    const text = allow ? DECISION.releaseAndAllowText(KIND_WORDS[allow].plural) : DECISION.releaseText;
    if (!(await confirm({ title: DECISION.release(hits), text, action: "Release" }))) return;
    releasing.mutate({ ids, ...(allow && { allow }) }, { onSuccess: then });
  };
  const block = async (by: RuleKind) => {
    const text = DECISION.blockText(KIND_WORDS[by].plural, hits);
    if (!(await confirm({ title: DECISION.blockBy(KIND_WORDS[by].label.toLowerCase()), text, action: "Block", tone: "danger" })))
      return;
    blocking.mutate({ ids, by }, { onSuccess: then });
  };
  return { release, block, isBusy: releasing.isPending || blocking.isPending };
}

const columns: Column<QuarantinedHit>[] = [
  {
    key: "page",
    title: HELD.page,
    render: ({ path, referrer }) => (
      <>
        <span className="row-title">{path}</span>
        {referrer ? <span className="row-note">{HELD.from(referrer)}</span> : null}
      </>
    ),
  },
  {
    key: "reason",
    title: HELD.reason,
    render: ({ reason }) => (
      <span title={reasonMeans(reason)}>
        <Badge tone={reason === "blocked" ? "red" : "amber"}>{reasonLabel(reason)}</Badge>
      </span>
    ),
  },
  {
    key: "agent",
    title: KINDS.userAgent,
    render: ({ user_agent }) => <span className="held-agent">{user_agent || HELD.none}</span>,
  },
  { key: "network", title: KINDS.network, render: ({ network }) => network ?? HELD.unknown },
  { key: "at", title: HELD.when, render: ({ at }) => <Ago iso={at} /> },
];

type HeldTableProps = { hits: readonly QuarantinedHit[]; selection: Selection; busy: boolean };

function HeldTable({ hits, selection, busy }: HeldTableProps) {
  return (
    <DataTable
      caption={HELD.quarantinedHits}
      columns={columns}
      rows={hits}
      rowKey={({ id }) => id}
      rowName={({ path, reason, id }) => HELD.hit(id, path, reasonLabel(reason).toLowerCase())}
      selection={selection}
      busy={busy}
    />
  );
}

/** The buttons for the selected hits. */
function Decisions({ ids, onClear }: { ids: string[]; onClear(): void }) {
  const { release, block, isBusy } = useDecisions(ids, onClear);
  return (
    <BulkBar count={ids.length} onClear={onClear}>
      <Menu
        label={HELD.release}
        items={[
          { label: HELD.releaseThese, disabled: isBusy, onSelect: () => void release() },
          { label: HELD.allowAgents, disabled: isBusy, onSelect: () => void release("user_agent") },
          { label: HELD.allowNetworks, disabled: isBusy, onSelect: () => void release("network") },
        ]}
      >
        {HELD.release}
        <AdminIcon name="down" />
      </Menu>
      <Menu
        label={RULES.block}
        items={RULE_KINDS.map((kind) => ({
          label: DECISION.blockBy(KIND_WORDS[kind].label.toLowerCase()),
          tone: "danger" as const,
          disabled: isBusy,
          onSelect: () => void block(kind),
        }))}
      >
        {HELD.block}
        <AdminIcon name="down" />
      </Menu>
    </BulkBar>
  );
}

const NONE: QuarantinedHit[] = [];

/** The options of the filter by reason, each with its number of hits. */
function reasonOptions(counts: HeldPage["counts"] | undefined) {
  const known = new Map(counts?.map(({ reason, count }) => [reason, count]));
  const labelOf = (reason: (typeof HELD_REASONS)[number]) => {
    const count = known.get(reason) ?? 0;
    const text = count >= HELD_REASON_CAP ? `${figures.format(HELD_REASON_CAP)}+` : figures.format(count);
    return counts ? `${REASON_WORDS[reason].label} (${text})` : REASON_WORDS[reason].label;
  };
  return [{ value: "", label: HELD.allReasons }, ...HELD_REASONS.map((value) => ({ value, label: labelOf(value) }))];
}

type QuarantineProps = {
  values: HeldShown;
  set(patch: Partial<HeldShown>): void;
  href(patch: Partial<HeldShown>): string;
};

/** The hits that aren't counted, each with its reason, and the buttons to release or block them. */
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
      title={HELD.noneFound}
      hint={HELD.noneFoundHint}
      action={
        <button type="button" className="button" onClick={() => set({ search: "", reason: "" })}>
          Show all quarantined hits
        </button>
      }
    />
  ) : (
    <EmptyState title={HELD.noneFound} hint={HELD.noneHint} />
  );
  return (
    <>
      <Toolbar>
        <SearchBox
          label={HELD.searchQuarantinedHits}
          placeholder={HELD.searchHint}
          value={values.search}
          onChange={(search) => set({ search })}
        />
        <SelectFilter
          label={HELD.reason}
          options={reasonOptions(held.data?.counts)}
          value={values.reason}
          onChange={(reason) => set({ reason })}
        />
        <p className="held-hint" role="status">
          {isShort ? HELD.searchTooShort(HELD_SEARCH_MIN) : (reasonMeans(values.reason) ?? "")}
        </p>
      </Toolbar>
      <QueryView query={held} noun={HELD.hits} isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items: hits, total_is_capped, counts: _, ...paging }) => (
          <div className="held">
            <Decisions ids={[...selected]} onClear={clear} />
            <HeldTable hits={hits} selection={selection} busy={held.isPlaceholderData} />
            <Pager {...paging} noun={total_is_capped ? HELD.newestHits : HELD.hits} href={href} />
          </div>
        )}
      </QueryView>
    </>
  );
}
