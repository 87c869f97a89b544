import { useState } from "react";
import { RULE_KINDS, type RuleKind } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { FormAlert } from "../../../../ui/form/form-alert.tsx";
import { SelectField } from "../../../../ui/form/select.tsx";
import { type Problems, useForm } from "../../../../ui/form/use-form.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import { Dialog } from "../../frame/dialog.tsx";
import { DialogButtons } from "../../frame/dialog-buttons.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { addRule, CHANGED_TRAFFIC, type RuleValues } from "./queries.ts";
import { heldVisitsText, KIND_WORDS } from "./traffic-texts.ts";

const KINDS = RULE_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
const VERDICTS = [
  { value: "block", label: "Block: never count it" },
  { value: "allow", label: "Allow: count it whatever else speaks against it" },
];

const failure = (message: string) => `Failed to add rule: ${message}`;

/** What the server has to say, each at its field, else above the form. */
function problemsOf(error: unknown): Problems {
  if (error instanceof ApiError && error.code === "23505") return { fields: { value: error.message } };
  const wrong = error instanceof ApiError ? (error.details ?? []) : [];
  if (wrong.length > 0) return { fields: Object.fromEntries(wrong.map(({ field, rule }) => [field, rule])) };
  return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
}

/** What the server would refuse, by its own rules. */
async function checked(values: RuleValues): Promise<Problems | undefined> {
  const { newRule } = await import("../../../../domain/analytics/schema.ts");
  const { error } = newRule.safeParse(values);
  return error && { fields: Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse()) };
}

/** Lets some through, or keeps some out. */
export function RuleForm({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState<RuleKind>("user_agent");
  const { mutateAsync } = useAdminMutation({
    call: addRule,
    success: ({ held_visits }) => `Rule added${heldVisitsText(held_visits)}`,
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const state = useForm(async (value) => {
    const values = { kind, value: value("value"), verdict: value("verdict") === "allow" ? "allow" : "block" } as const;
    const problems = await checked(values);
    if (problems) return problems;
    try {
      await mutateAsync(values);
      onClose();
      return undefined;
    } catch (error) {
      return problemsOf(error);
    }
  });
  return (
    <Dialog title="Add Rule" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <SelectField
          label="Kind"
          name="kind"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value as RuleKind)}
          error={state.errorOf("kind")}
        />
        <Field
          label="Value"
          name="value"
          hint={KIND_WORDS[kind].hint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={state.isBusy}
          error={state.errorOf("value")}
        />
        <SelectField
          label="Verdict"
          name="verdict"
          options={VERDICTS}
          defaultValue="block"
          hint="A block also moves the recorded visits of the last 30 days to quarantine."
          error={state.errorOf("verdict")}
        />
        <DialogButtons state={state} label="Add Rule" busyLabel="Adding..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}
