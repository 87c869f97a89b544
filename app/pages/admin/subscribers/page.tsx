import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Subscriber, SubscriberCounts } from "../../../domain/subscribers/subscriber.ts";
import { SUPPRESSION_REASONS, type SubscriberState } from "../../../domain/subscribers/subscriber-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { Menu } from "../frame/menu.tsx";
import { FilterChips, SelectFilter } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { AddSubscriber } from "./add-subscriber.tsx";
import { askSubscribers, exportSubscribers, SUBSCRIBERS_AT_FIRST, type SubscribersShown, subscribersQuery } from "./queries.ts";
import { SubscriberDetails } from "./subscriber-details.tsx";
import { REASONS, STATES } from "./subscriber-words.ts";
import { SubscribersTable } from "./subscribers-table.tsx";
import { SuppressAddresses } from "./suppress-addresses.tsx";

const statesOf = (counts: SubscriberCounts | undefined) => [
  { value: "", label: "All", count: counts?.all },
  ...Object.entries(STATES).map(([value, { label }]) => ({ value, label, count: counts?.[value as SubscriberState] })),
];

const reasonsOf = (counts: SubscriberCounts | undefined) => [
  { value: "", label: "Any reason" },
  ...SUPPRESSION_REASONS.map((value) => ({ value, label: REASONS[value], count: counts?.suppressed_for[value] })),
];

type ActionsProps = { shown: SubscribersShown; onAdd(): void; onSuppress(): void };

function Actions({ shown, onAdd, onSuppress }: ActionsProps) {
  const take = useAdminMutation({
    call: exportSubscribers,
    failure: (message) => `Failed to export subscribers: ${message}`,
    invalidates: [["admin", "audit"]],
  });
  return (
    <>
      <Menu
        label="More"
        items={[
          { label: "Export as CSV", onSelect: () => take.mutate(shown), disabled: take.isPending },
          { label: "Suppress addresses", onSelect: onSuppress },
        ]}
      >
        More
      </Menu>
      <Link className="button" to={adminRoutes.subscriberImport()}>
        Import
      </Link>
      <button type="button" className="button button-solid" onClick={onAdd}>
        Add subscriber
      </button>
    </>
  );
}

export function Subscribers() {
  const list = useListState(SUBSCRIBERS_AT_FIRST, askSubscribers);
  const query = useQuery(subscribersQuery(list.values));
  const counts = query.data?.counts;
  const [open, setOpen] = useState<"add" | "suppress" | null>(null);
  const [detailed, setDetailed] = useState<Subscriber | null>(null);
  const close = () => setOpen(null);
  return (
    <ListScreen
      title="Subscribers"
      lead="Those who left or are suppressed stay on record, so that no import brings them back."
      actions={<Actions shown={list.values} onAdd={() => setOpen("add")} onSuppress={() => setOpen("suppress")} />}
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
      empty={{ title: "No subscribers yet", hint: "They appear here once readers subscribe. You can also add or import some." }}
      nothingFound={{
        title: "No subscribers found",
        hint: "Try another part of the address, or show everyone.",
        showAll: "Show everyone",
      }}
      after={
        <>
          {open === "add" ? <AddSubscriber onClose={close} /> : null}
          {open === "suppress" ? <SuppressAddresses onClose={close} /> : null}
          {detailed ? <SubscriberDetails subscriber={detailed} onClose={() => setDetailed(null)} /> : null}
        </>
      }
    >
      {({ items }, table) => <SubscribersTable items={items} table={table} onDetails={setDetailed} />}
    </ListScreen>
  );
}
