import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Delivery, DeliveryDetails } from "../../../domain/webhooks/webhook.ts";
import { DELIVERY_DAYS } from "../../../domain/webhooks/webhook-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { CHANGED_WEBHOOKS, deliveriesQuery, deliveryQuery, replayDelivery, testWebhook, webhooksQuery } from "./queries.ts";

const STATES: Record<Delivery["state"], { label: string; tone: BadgeTone }> = {
  waiting: { label: "On its way", tone: "amber" },
  delivered: { label: "Delivered", tone: "green" },
  "given up": { label: "Failed", tone: "red" },
};

const attemptsText = (attempts: number) => (attempts === 1 ? "1 attempt" : `${attempts} attempts`);

const StateBadge = ({ state }: Pick<Delivery, "state">) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;

const columnsFor = (onOpen: (id: string) => void): Column<Delivery>[] => [
  {
    key: "type",
    title: "Event",
    render: ({ id, type }) => (
      <button type="button" className="link-button row-title webhook-event" onClick={() => onOpen(id)}>
        {type}
      </button>
    ),
  },
  { key: "state", title: "State", render: (one) => <StateBadge {...one} /> },
  {
    key: "answer",
    title: "Answer",
    render: ({ status, failure, took_ms }) => (
      <>
        {failure ?? status ?? "None yet"}
        {took_ms === null ? null : <span className="row-note">{`${took_ms} ms`}</span>}
      </>
    ),
  },
  { key: "attempts", title: "Attempts", align: "right", wide: true, render: ({ attempts }) => attempts },
  { key: "created", title: "Happened", render: ({ created_at }) => <Ago iso={created_at} /> },
];

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}

function Text({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section className="webhook-text" aria-label={title} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  const dates = useDates();
  const { id, state, attempts, next_at, tried_at, status, failure, body, answer } = delivery;
  return (
    <div className="webhook-details">
      <p>
        <StateBadge state={state} /> {attemptsText(attempts)}
        {tried_at ? `, the last one ${dates.time(tried_at)}` : ""}
        {next_at && attempts > 0 ? `, the next one ${dates.time(next_at)}` : ""}
      </p>
      {failure ? <p className="field-error">{failure}</p> : null}
      <p className="row-note">{`webhook-id: ${id}`}</p>
      <Text title="Request" text={body && indented(body)} />
      <Text title={status === null ? "Answer" : `Answer ${status}`} text={answer} />
    </div>
  );
}

function DeliveryDialog({ of, type, onClose }: { of: { id: string; delivery: string }; type: string; onClose(): void }) {
  const query = useQuery(deliveryQuery(of));
  const replay = useAdminMutation({
    call: replayDelivery,
    success: "On its way again",
    failure: (message) => `Failed to deliver again: ${message}`,
    invalidates: CHANGED_WEBHOOKS,
  });
  const again = (
    <button
      type="button"
      className="button"
      aria-disabled={replay.isPending || query.data?.state === "waiting" || undefined}
      onClick={() => {
        if (!replay.isPending && query.data?.state !== "waiting") replay.mutate(of);
      }}
    >
      Deliver again
    </button>
  );
  return (
    <Dialog title={type} open size="large" onClose={onClose} footer={again}>
      <QueryView query={query} noun="the delivery">
        {(delivery) => <Details delivery={delivery} />}
      </QueryView>
    </Dialog>
  );
}

/** What one webhook was told. */
export function WebhookDeliveries() {
  const { id = "" } = useParams();
  const list = useListState({ page: "1" });
  const query = useQuery(deliveriesQuery(id, list.values.page));
  const webhook = useQuery(webhooksQuery()).data?.items.find((one) => one.id === id);
  const [open, setOpen] = useState<string | null>(null);
  const test = useAdminMutation({
    call: testWebhook,
    success: "Test is on its way",
    failure: (message) => `Failed to send a test: ${message}`,
    invalidates: CHANGED_WEBHOOKS,
  });
  const type = query.data?.items.find((one) => one.id === open)?.type;
  return (
    <ListScreen
      title={webhook ? `Deliveries to ${webhook.name}` : "Deliveries"}
      lead={
        <>
          What it was told in the last {DELIVERY_DAYS} days.{" "}
          <Link className="text-link" to={adminRoutes.webhooks()}>
            All webhooks
          </Link>
        </>
      }
      actions={
        webhook?.is_active ? (
          <button type="button" className="button" onClick={() => test.mutate(id)}>
            Send a test
          </button>
        ) : null
      }
      list={list}
      query={query}
      noun="deliveries"
      empty={{ title: "No deliveries yet", hint: "They appear here once something happens that the webhook wants to know." }}
      after={open && type ? <DeliveryDialog of={{ id, delivery: open }} type={type} onClose={() => setOpen(null)} /> : null}
    >
      {({ items }, table) => (
        <DataTable caption="Deliveries" columns={columnsFor(setOpen)} rows={items} rowKey={(one) => one.id} {...table} />
      )}
    </ListScreen>
  );
}
