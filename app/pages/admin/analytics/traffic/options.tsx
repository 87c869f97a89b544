import { useQuery } from "@tanstack/react-query";
import type { TrafficOptions } from "../../../../domain/analytics/schema.ts";
import { RETENTION_MONTHS } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { ApiError } from "../../../../http/api/client.ts";
import { Toggle } from "../../../../ui/form/described-fields.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { FormAlert } from "../../../../ui/form/form-alert.tsx";
import { SubmitButton } from "../../../../ui/form/submit-button.tsx";
import { type Problems, useForm } from "../../../../ui/form/use-form.ts";
import { messageOf } from "../../../account/frame/failure.ts";
import { QueryView } from "../../frame/query-view.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { CHANGED_TRAFFIC, optionsQuery, saveOptions } from "./queries.ts";
import { countOf } from "./traffic-texts.ts";

const failure = (message: string) => `Failed to save options: ${message}`;

function problemsOf(error: unknown): Problems {
  const wrong = error instanceof ApiError ? (error.details ?? []) : [];
  if (wrong.length > 0) return { fields: Object.fromEntries(wrong.map(({ field, rule }) => [field, rule])) };
  return { message: failure(messageOf(error, "The server could not be reached. Please try again.")) };
}

/** What the server would refuse, by its own rules. */
async function checked(values: TrafficOptions): Promise<Problems | undefined> {
  const { trafficOptions } = await import("../../../../domain/analytics/schema.ts");
  const { error } = trafficOptions.safeParse(values);
  return error && { fields: Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse()) };
}

function OptionsForm({ options }: { options: TrafficOptions }) {
  const confirm = useConfirm();
  const { mutateAsync } = useAdminMutation({
    call: saveOptions,
    success: "Options saved",
    failure,
    invalidates: CHANGED_TRAFFIC,
  });
  const state = useForm(async (value) => {
    const months = value("retention_months").trim();
    const retention_months = /^\d{1,4}$/.test(months) ? Number(months) : Number.NaN;
    const values = { retention_months, count_admins: value("count_admins") !== "" };
    const problems = await checked(values);
    if (problems) return problems;
    const shorter = retention_months < options.retention_months;
    const text = `Single visits older than ${countOf(retention_months, "month")} are deleted for good. Their rolled-up figures stay.`;
    if (shorter && !(await confirm({ title: "Keep visits for less time", text, action: "Save", tone: "danger" })))
      return undefined;
    return mutateAsync(values).then(() => undefined, problemsOf);
  });
  return (
    <form {...state.form} className="form traffic-options">
      <FormAlert message={state.message} />
      <Field
        label="Keep single visits for (months)"
        name="retention_months"
        type="number"
        inputMode="numeric"
        min={RETENTION_MONTHS.min}
        max={RETENTION_MONTHS.max}
        step={1}
        defaultValue={options.retention_months}
        readOnly={state.isBusy}
        hint="Older ones are deleted. Daily and monthly figures stay for ever."
        error={state.errorOf("retention_months")}
      />
      <Toggle
        label="Count admins' visits"
        name="count_admins"
        value="yes"
        defaultChecked={options.count_admins}
        hint="Off, your own reading doesn't show in the figures."
        error={state.errorOf("count_admins")}
      />
      <div className="form-buttons">
        <SubmitButton state={state} label="Save" busyLabel="Saving..." />
      </div>
    </form>
  );
}

/** How visits are collected, and for how long they are kept. */
export function CollectingOptions() {
  const options = useQuery(optionsQuery());
  return (
    <QueryView query={options} noun="options">
      {(found) => <OptionsForm key={JSON.stringify(found)} options={found} />}
    </QueryView>
  );
}
