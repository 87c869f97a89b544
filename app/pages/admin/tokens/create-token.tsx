import { useState } from "react";
import type { MadeToken } from "../../../domain/tokens/token.ts";
import { TOKEN_DAYS, TOKEN_NAME_MAX } from "../../../domain/tokens/token-rules.ts";
import { Checkbox, SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm, type Values } from "../../../ui/form/use-form.tsx";
import { CopyField } from "../frame/copy-field.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { serverProblems } from "../frame/form-problems.ts";
import { useOfficeUser } from "../frame/office-user.ts";
import { isUnproven, useProof } from "../frame/proof-dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_TOKENS, createToken, type TokenInput } from "./queries.ts";
import { SCOPE_MEANINGS, scopesFor } from "./scopes.ts";

const DAY_MS = 86_400_000;
const DAYS_AT_FIRST = "90";

const LIVES = [
  ...TOKEN_DAYS.map((days) => ({ value: String(days), label: `In ${days} days` })),
  { value: "day", label: "On a day" },
  { value: "never", label: "Never" },
];

const failure = (message: string) => `Failed to create the token: ${message}`;

/** The end of the chosen day, here. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

/** @returns undefined without a day */
function endIn(value: Values): string | null | undefined {
  const life = value("life");
  if (life === "never") return null;
  if (life !== "day") return new Date(Date.now() + Number(life) * DAY_MS).toISOString();
  return value("expires_at") === "" ? undefined : endOf(value("expires_at"));
}

function ShownToken({ made, onClose }: { made: MadeToken; onClose(): void }) {
  const done = (
    <button type="button" className="button button-solid" onClick={onClose}>
      Done
    </button>
  );
  return (
    <Dialog title={`Token “${made.item.name}”`} open onClose={onClose} footer={done}>
      <CopyField
        label="API token"
        text={made.token}
        button="Copy"
        hint="Copy it now: it is not shown again. Anyone with this token can do what it allows."
      />
    </Dialog>
  );
}

function ScopeFields({ error, isBusy }: { error: string | undefined; isBusy: boolean }) {
  return (
    <fieldset className="grant-fields">
      <legend>What it may do</legend>
      {scopesFor(useOfficeUser()).map((scope, index) => (
        <Checkbox
          key={scope}
          label={<code>{scope}</code>}
          hint={SCOPE_MEANINGS[scope].hint}
          name={scope}
          error={index === 0 ? error : undefined}
          aria-disabled={isBusy || undefined}
        />
      ))}
    </fieldset>
  );
}

const MailField = ({ isBusy }: { isBusy: boolean }) => (
  <Checkbox
    label="Email me when it publishes"
    hint="One email in ten minutes at most"
    name="mails_publishing"
    defaultChecked
    aria-disabled={isBusy || undefined}
  />
);

function NewTokenForm({ onClose, onMade }: { onClose(): void; onMade(made: MadeToken): void }) {
  const user = useOfficeUser();
  const [life, setLife] = useState(DAYS_AT_FIRST);
  const { proven, dialog } = useProof("A token outlives your session.");
  const create = useAdminMutation({
    call: (input: TokenInput) => proven((proof) => createToken({ ...input, ...proof })),
    failure: (message, error) => (isUnproven(error) ? undefined : failure(message)),
    invalidates: CHANGED_TOKENS,
  });
  const state = useForm(async (value: Values) => {
    const scopes = scopesFor(user).filter((scope) => value(scope) !== "");
    const expires_at = endIn(value);
    const fields = {
      name: value("name").trim() === "" ? "Say what the token is for" : undefined,
      scopes: scopes.length === 0 ? "Choose at least one" : undefined,
      expires_at: expires_at === undefined ? "Choose a day" : undefined,
    };
    if (expires_at === undefined || Object.values(fields).some(Boolean)) return { fields };
    try {
      const mails_publishing = value("mails_publishing") !== "";
      onMade(await create.mutateAsync({ name: value("name"), scopes, expires_at, mails_publishing }));
      return undefined;
    } catch (error) {
      return isUnproven(error) ? undefined : serverProblems(error, failure);
    }
  });
  return (
    <>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Name"
          name="name"
          hint="What the token is for, such as “Notes of the laptop”"
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          readOnly={state.isBusy}
          error={state.errorOf("name")}
        />
        <ScopeFields error={state.errorOf("scopes")} isBusy={state.isBusy} />
        <MailField isBusy={state.isBusy} />
        <SelectField
          label="Expires"
          name="life"
          value={life}
          onChange={({ target }) => setLife(target.value)}
          options={LIVES}
          hint={
            life === "never" ? "A token that never expires works until somebody revokes it, also if it has leaked." : undefined
          }
        />
        {life === "day" ? (
          <Field label="Last day" name="expires_at" type="date" readOnly={state.isBusy} error={state.errorOf("expires_at")} />
        ) : null}
        <DialogButtons state={state} label="Create token" busyLabel="Creating..." onCancel={onClose} />
      </form>
      {dialog}
    </>
  );
}

export function CreateToken({ onClose }: { onClose(): void }) {
  const [made, setMade] = useState<MadeToken | null>(null);
  if (made) return <ShownToken made={made} onClose={onClose} />;
  return (
    <Dialog title="Create API token" open onClose={onClose}>
      <NewTokenForm onClose={onClose} onMade={setMade} />
    </Dialog>
  );
}
