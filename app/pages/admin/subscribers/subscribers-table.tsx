import { useMemo } from "react";
import type { Subscriber } from "../../../domain/subscribers/subscriber.ts";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago } from "../frame/dates.tsx";
import type { TableState } from "../frame/list-screen.tsx";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_SUBSCRIBERS, eraseSubscriber, liftSuppression, suppressSubscriber } from "./queries.ts";
import { FREQUENCIES, REASONS, SOURCES, STATES } from "./subscriber-words.ts";

function useSubscriberActions() {
  const confirm = useConfirm();
  const common = { failure: (message: string) => message, invalidates: CHANGED_SUBSCRIBERS };
  const suppress = useAdminMutation({ ...common, call: suppressSubscriber, success: "Subscriber suppressed" }).mutate;
  const lift = useAdminMutation({ ...common, call: liftSuppression, success: "Suppression lifted" }).mutate;
  const erase = useAdminMutation({ ...common, call: eraseSubscriber, success: "Subscriber erased" }).mutate;
  return useMemo(() => {
    const ask = async (title: string, action: string, text: string, go: () => void) => {
      if (await confirm({ title, text, action, tone: "danger" })) go();
    };
    return { ask, suppress, lift, erase };
  }, [confirm, suppress, lift, erase]);
}

type Actions = ReturnType<typeof useSubscriberActions>;

/** What lifting a suppression means for this address. */
function liftText({ suppressed_for, confirmed_at }: Subscriber): string {
  if (suppressed_for === "complaint")
    return "They marked an issue as spam, so they will count as someone who left. They can subscribe again.";
  if (confirmed_at) return "The address gets issues again. If it bounces again, it is suppressed again.";
  return "The address was never confirmed, so it is taken off the list. It can subscribe or be imported again.";
}

const ERASE_TEXT =
  "Everything about this address is deleted, with its record of consent. This can’t be undone. No import brings it back; only its owner can subscribe again.";

type SubscriberMenuProps = { subscriber: Subscriber; actions: Actions; onDetails(subscriber: Subscriber): void };

function SubscriberMenu({ subscriber, actions: { ask, suppress, lift, erase }, onDetails }: SubscriberMenuProps) {
  const { id, email, state } = subscriber;
  const items: MenuItem[] = [{ label: "Details", onSelect: () => onDetails(subscriber) }];
  if (state === "confirmed" || state === "pending") {
    const text = "Nothing is sent to this address any more, until you lift the suppression.";
    items.push({
      label: "Suppress",
      onSelect: () => void ask(`Suppress ${email}?`, "Suppress", text, () => suppress({ id, reason: "by hand" })),
    });
  }
  if (state === "suppressed") {
    items.push({
      label: "Lift suppression",
      onSelect: () => void ask(`Lift the suppression of ${email}?`, "Lift", liftText(subscriber), () => lift({ id })),
    });
  }
  items.push({
    label: "Erase",
    tone: "danger",
    onSelect: () => void ask(`Erase ${email}?`, "Erase", ERASE_TEXT, () => erase({ id })),
  });
  return <Menu label={`Actions for ${email}`} items={items} />;
}

type ColumnsFor = { actions: Actions; onDetails(subscriber: Subscriber): void };

const columnsFor = ({ actions, onDetails }: ColumnsFor): Column<Subscriber>[] => [
  { key: "email", title: "Email", sortKey: "email", render: ({ email }) => <strong dir="auto">{email}</strong> },
  {
    key: "state",
    title: "Status",
    render: ({ state, suppressed_for }) => (
      <div className="subscriber-state">
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {suppressed_for ? <small>{REASONS[suppressed_for]}</small> : null}
      </div>
    ),
  },
  { key: "frequency", title: "Gets", wide: true, render: ({ frequency }) => FREQUENCIES[frequency] },
  { key: "source", title: "From", wide: true, render: ({ source }) => SOURCES[source] },
  { key: "created", title: "Since", sortKey: "created_at", render: ({ created_at }) => <Ago iso={created_at} /> },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (subscriber) => <SubscriberMenu subscriber={subscriber} actions={actions} onDetails={onDetails} />,
  },
];

type SubscribersTableProps = { items: readonly Subscriber[]; table: TableState; onDetails(subscriber: Subscriber): void };

export function SubscribersTable({ items, table, onDetails }: SubscribersTableProps) {
  const actions = useSubscriberActions();
  const columns = useMemo(() => columnsFor({ actions, onDetails }), [actions, onDetails]);
  return (
    <DataTable
      caption="Subscribers"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowName={({ email }) => email}
      {...table}
      isLines
    />
  );
}
