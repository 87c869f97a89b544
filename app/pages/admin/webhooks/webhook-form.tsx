import { useState } from "react";
import type { Webhook, WebhookWithSecret } from "../../../domain/webhooks/webhook.ts";
import { EVENT_NAMES, WEBHOOK_EVENTS } from "../../../domain/webhooks/webhook-rules.ts";
import { Checkbox, Toggle } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, type FormState, useForm } from "../../../ui/form/use-form.tsx";
import { CopyField } from "../frame/copy-field.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_WEBHOOKS, createWebhook, updateWebhook } from "./queries.ts";

const failure = (message: string) => `Failed to save the webhook: ${message}`;

function EventFields({ chosen, state }: { chosen: readonly string[]; state: FormState }) {
  return (
    <fieldset className="grant-fields">
      <legend>Events</legend>
      {EVENT_NAMES.map((name, index) => (
        <Checkbox
          key={name}
          label={<code>{name}</code>}
          hint={`${WEBHOOK_EVENTS[name]}.`}
          name={name}
          defaultChecked={chosen.includes(name)}
          aria-disabled={state.isBusy || undefined}
          error={index === 0 ? state.errorOf("events") : undefined}
        />
      ))}
    </fieldset>
  );
}

type WebhookFormProps = {
  /** undefined for a new one */
  webhook?: Webhook | undefined;
  onCreated(created: WebhookWithSecret): void;
  onClose(): void;
};

export function WebhookForm({ webhook, onCreated, onClose }: WebhookFormProps) {
  const shared = { failure, invalidates: CHANGED_WEBHOOKS };
  const create = useAdminMutation({ call: createWebhook, success: "Webhook added", ...shared });
  const update = useAdminMutation({ call: updateWebhook, success: "Webhook saved", ...shared });
  const state = useForm(async (value) => {
    const typed = {
      name: value("name"),
      url: value("url"),
      events: EVENT_NAMES.filter((name) => value(name) !== ""),
      includes_addresses: value("includes_addresses") !== "",
    };
    const { newWebhook } = await import("../../../domain/webhooks/webhook.ts");
    const { error, data } = newWebhook.safeParse(typed);
    if (error) return schemaProblems(error);
    try {
      if (webhook) await update.mutateAsync({ id: webhook.id, ...data });
      else onCreated(await create.mutateAsync(data));
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure);
    }
  });
  const field = (name: string) => ({ name, error: state.errorOf(name), readOnly: state.isBusy, autoComplete: "off" });
  return (
    <Dialog title={webhook ? "Edit webhook" : "Add webhook"} open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field label="Name" defaultValue={webhook?.name} {...field("name")} />
        <Field
          label="Address"
          type="url"
          hint="Begins with https:// and is on the public internet."
          defaultValue={webhook?.url}
          autoCapitalize="off"
          spellCheck={false}
          {...field("url")}
        />
        <EventFields chosen={webhook?.events ?? []} state={state} />
        <Toggle
          label="Send addresses of readers"
          hint="Email addresses, and the shortened IP addresses of subscribers, leave this site with the events. Your privacy page should say to whom."
          name="includes_addresses"
          defaultChecked={webhook?.includes_addresses}
          aria-disabled={state.isBusy || undefined}
        />
        <DialogButtons state={state} label={webhook ? "Save" : "Add webhook"} busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export type ShownSecret = Pick<WebhookWithSecret, "name" | "secret" | "previous_until">;

/** What the receiver verifies requests with. */
export function SecretDialog({ shown, onClose }: { shown: ShownSecret; onClose(): void }) {
  const [{ name, secret, previous_until }] = useState(shown);
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      Done
    </button>
  );
  return (
    <Dialog title={`Secret of ${name}`} open onClose={onClose} footer={done}>
      <CopyField
        label="Secret"
        text={secret}
        hint={`Copy it now: it is not shown again. The receiver uses it to verify that requests come from this site.${
          previous_until ? " For another day, requests are also signed with the secret before." : ""
        }`}
        button="Copy secret"
      />
    </Dialog>
  );
}
