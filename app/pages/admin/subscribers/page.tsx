import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Subscriber, SubscriberCounts } from "../../../domain/subscribers/subscriber.ts";
import {
  SUPPRESSION_REASONS,
  type SubscriberState,
  type SuppressionReason,
} from "../../../domain/subscribers/subscriber-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago } from "../frame/dates.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { askSubscribers, SUBSCRIBERS_AT_FIRST, subscribersQuery } from "./queries.ts";

const STATES: Record<SubscriberState, { label: string; tone: BadgeTone }> = {
  confirmed: { label: "Confirmed", tone: "green" },
  pending: { label: "Pending", tone: "amber" },
  left: { label: "Left", tone: "gray" },
  suppressed: { label: "Suppressed", tone: "red" },
};

const REASONS: Record<SuppressionReason, string> = {
  "hard bounce": "no such mailbox",
  "soft bounces": "bounced repeatedly",
  complaint: "marked as spam",
  "by hand": "by hand",
};

const SOURCES: Record<Subscriber["source"], string> = { form: "Form", account: "Account", import: "Import", admin: "By hand" };

const statesOf = (counts: SubscriberCounts | undefined) => [
  { value: "", label: "All", count: counts?.all },
  ...Object.entries(STATES).map(([value, { label }]) => ({ value, label, count: counts?.[value as SubscriberState] })),
];

const reasonsOf = (counts: SubscriberCounts | undefined) => [
  { value: "", label: "Any reason" },
  ...SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value], count: counts?.suppressed_for[value] })),
];

const columnsFor = (): Column<Subscriber>[] => [
  { key: "email", title: "Email", sortKey: "email", render: ({ email }) => <strong dir="auto">{email}</strong> },
  {
    key: "state",
    title: "Status",
    render: ({ state, suppressed_for }) => (
      <>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>{" "}
        {suppressed_for ? <small>{REASONS[suppressed_for]}</small> : null}
      </>
    ),
  },
  {
    key: "frequency",
    title: "Gets",
    wide: true,
    render: ({ frequency }) => (frequency === "post" ? "Each post" : "Weekly digest"),
  },
  { key: "source", title: "From", wide: true, render: ({ source }) => SOURCES[source] },
  { key: "created", title: "Since", sortKey: "created_at", render: ({ created_at }) => <Ago iso={created_at} /> },
];

export function Subscribers() {
  const list = useListState(SUBSCRIBERS_AT_FIRST, askSubscribers);
  const query = useQuery(subscribersQuery(list.values));
  const counts = query.data?.counts;
  const columns = useMemo(columnsFor, []);
  return (
    <ListScreen
      title="Subscribers"
      lead="Those who left or are suppressed stay on record, so that no import brings them back."
      list={list}
      query={query}
      noun="subscribers"
      search={{ label: "Search subscribers", placeholder: "Search email addresses..." }}
      filters={
        <>
          <FilterChips
            label="Status"
            options={statesOf(counts)}
            value={list.values.state}
            onChange={(state) => list.set({ state, suppressed_for: "" })}
          />
          {list.values.state === "suppressed" ? (
            <SelectFilter label="Reason" options={reasonsOf(counts)} {...list.filter("suppressed_for")} />
          ) : null}
        </>
      }
      savedAs="subscribers"
      empty={{ title: "No subscribers yet", hint: "They appear here once readers subscribe." }}
      nothingFound={{
        title: "No subscribers found",
        hint: "Try another part of the address, or show everyone.",
        showAll: "Show everyone",
      }}
    >
      {({ items }, table) => (
        <DataTable
          caption="Subscribers"
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowName={({ email }) => email}
          {...table}
          isLines
        />
      )}
    </ListScreen>
  );
}
