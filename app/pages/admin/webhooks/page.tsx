import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Webhook } from "../../../domain/webhooks/webhook.ts";
import { FAILURES_MAX } from "../../../domain/webhooks/webhook-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago } from "../frame/dates.tsx";
import { Menu } from "../frame/menu.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_WEBHOOKS, deleteWebhook, replaceSecret, testWebhook, updateWebhook, webhooksQuery } from "./queries.ts";
import { SecretDialog, type ShownSecret, WebhookForm } from "./webhook-form.tsx";

const OFF_REASONS = {
  gone: "Switched off: its receiver answered 410",
  failing: `Switched off after ${FAILURES_MAX} failures in a row`,
};

function State({ webhook: { is_active, off_reason, failures, failing_since, waiting } }: { webhook: Webhook }) {
  if (!is_active) {
    return (
      <>
        <Badge tone={off_reason ? "red" : "gray"}>Off</Badge>
        {off_reason ? <span className="row-note">{OFF_REASONS[off_reason]}</span> : null}
      </>
    );
  }
  return (
    <>
      <Badge tone={failures > 0 ? "amber" : "green"}>{failures > 0 ? "Failing" : "On"}</Badge>
      {failing_since ? (
        <span className="row-note">
          since <Ago iso={failing_since} />
        </span>
      ) : null}
      {waiting > 0 ? <span className="row-note">{`${waiting} on their way`}</span> : null}
    </>
  );
}

type Deeds = {
  edit(webhook: Webhook): void;
  test(webhook: Webhook): void;
  turn(webhook: Webhook): void;
  renew(webhook: Webhook): void;
  remove(webhook: Webhook): void;
};

const itemsOf = (webhook: Webhook, deeds: Deeds) => [
  { label: "Send a test", disabled: !webhook.is_active, onSelect: () => deeds.test(webhook) },
  { label: "Edit", onSelect: () => deeds.edit(webhook) },
  { label: webhook.is_active ? "Switch off" : "Switch on", onSelect: () => deeds.turn(webhook) },
  { label: "Replace the secret", onSelect: () => deeds.renew(webhook) },
  { label: "Delete", tone: "danger" as const, onSelect: () => deeds.remove(webhook) },
];

const columnsFor = (deeds: Deeds): Column<Webhook>[] => [
  {
    key: "name",
    title: "Name",
    render: ({ id, name, url }) => (
      <>
        <Link className="row-title" to={adminRoutes.webhook(id)}>
          {name}
        </Link>
        <span className="row-note webhook-url">{url}</span>
      </>
    ),
  },
  {
    key: "events",
    title: "Events",
    render: ({ events, includes_addresses }) => (
      <>
        {events.join(", ")}
        {includes_addresses ? <span className="row-note">with addresses of readers</span> : null}
      </>
    ),
  },
  { key: "state", title: "State", render: (webhook) => <State webhook={webhook} /> },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (webhook) => (
      <div className="row-actions">
        <Menu label={`Actions for ${webhook.name}`} items={itemsOf(webhook, deeds)} />
      </div>
    ),
  },
];

/** @param show what is done with a new secret */
function useDeeds(edit: Deeds["edit"], show: (secret: ShownSecret) => void): Deeds {
  const confirm = useConfirm();
  const invalidates = CHANGED_WEBHOOKS;
  const failed = (what: string) => (message: string) => `Failed to ${what}: ${message}`;
  const test = useAdminMutation({
    call: testWebhook,
    success: "Test is on its way",
    failure: failed("send a test"),
    invalidates,
  });
  const turn = useAdminMutation({
    call: updateWebhook,
    success: ({ is_active }) => (is_active ? "Webhook switched on" : "Webhook switched off"),
    failure: failed("change the webhook"),
    invalidates,
  });
  const renew = useAdminMutation({ call: replaceSecret, failure: failed("replace the secret"), invalidates });
  const remove = useAdminMutation({
    call: deleteWebhook,
    success: "Webhook deleted",
    failure: failed("delete the webhook"),
    invalidates,
  });
  return {
    edit,
    test: ({ id }) => test.mutate(id),
    turn: ({ id, is_active }) => turn.mutate({ id, is_active: !is_active }),
    renew: async ({ id, name }) => {
      const text = `Requests to ${name} will be signed with a new secret, and for a day with this one, too.`;
      if (await confirm({ title: "Replace the secret", text, action: "Replace" })) renew.mutate(id, { onSuccess: show });
    },
    remove: async ({ id, name }) => {
      const text = `${name} will be told nothing more, and its log is deleted.`;
      if (await confirm({ title: "Delete webhook", text, action: "Delete", tone: "danger" })) remove.mutate(id);
    },
  };
}

export function Webhooks() {
  const query = useQuery(webhooksQuery());
  const [form, setForm] = useState<{ webhook?: Webhook } | null>(null);
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const deeds = useDeeds((webhook) => setForm({ webhook }), setSecret);
  const add = (
    <button type="button" className="button button-solid" onClick={() => setForm({})}>
      Add webhook
    </button>
  );
  return (
    <AdminPage title="Webhooks" lead="Other programs that are told at once what happens on this site." actions={add}>
      <QueryView
        query={query}
        noun="webhooks"
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="No webhooks yet" hint="Add one to tell a search index, a chat or a build what happens here." />}
      >
        {({ items }) => <DataTable caption="Webhooks" columns={columnsFor(deeds)} rows={items} rowKey={({ id }) => id} />}
      </QueryView>
      {form ? <WebhookForm {...form} onCreated={setSecret} onClose={() => setForm(null)} /> : null}
      {secret ? <SecretDialog shown={secret} onClose={() => setSecret(null)} /> : null}
    </AdminPage>
  );
}
