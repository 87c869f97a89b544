import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RULE_KINDS, type RuleKind } from "../../../../domain/analytics/hit-rules.ts";
import type { TrafficOptions, TrafficRule } from "../../../../domain/analytics/traffic/traffic.ts";
import { RETENTION_MONTHS } from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { SelectField, Toggle } from "../../../../ui/form/described-fields.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { FormAlert, type Problems, SubmitButton, useForm } from "../../../../ui/form/use-form.tsx";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { AdminPage } from "../../frame/admin-page.tsx";
import { Badge } from "../../frame/badge.tsx";
import { type Column, DataTable } from "../../frame/data-table.tsx";
import { useDates } from "../../frame/dates.tsx";
import { Dialog, DialogButtons } from "../../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../../frame/form-problems.ts";
import { EmptyState, QueryView } from "../../frame/query-view.tsx";
import { FilterChips, Toolbar } from "../../frame/toolbar.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { useListState } from "../../frame/use-list-state.ts";
import { countOf, KIND_WORDS, Quarantine, quarantinedText } from "./quarantine.tsx";
import { addRule, CHANGED_TRAFFIC, deleteRule, optionsQuery, type RuleValues, rulesQuery, saveOptions } from "./queries.ts";

const optionsFailure = (message: string) => `Failed to save options: ${message}`;

async function checkOptions(values: TrafficOptions): Promise<Problems | undefined> {
  const { trafficOptions } = await import("../../../../domain/analytics/traffic/traffic.ts");
  const { error } = trafficOptions.safeParse(values);
  return error && schemaProblems(error);
}

function OptionsForm({ options }: { options: TrafficOptions }) {
  const confirm = useConfirm();
  const { mutateAsync } = useAdminMutation({
    call: saveOptions,
    success: "Options saved",
    failure: optionsFailure,
    invalidates: CHANGED_TRAFFIC,
  });
  const state = useForm(async (value) => {
    const months = value("retention_months").trim();
    const retention_months = /^\d{1,4}$/.test(months) ? Number(months) : Number.NaN;
    const values = { retention_months, count_admins: value("count_admins") !== "" };
    const problems = await checkOptions(values);
    if (problems) return problems;
    const shorter = retention_months < options.retention_months;
    const text = `Visits older than ${countOf(retention_months, "month")} are permanently deleted. Daily and monthly figures stay.`;
    if (shorter && !(await confirm({ title: "Keep visits for less time", text, action: "Save", tone: "danger" })))
      return undefined;
    return mutateAsync(values).then(
      () => undefined,
      (error) => serverProblems(error, optionsFailure),
    );
  });
  return (
    <form {...state.form} className="form traffic-options">
      <FormAlert message={state.message} />
      <Field
        label="Keep visits for (months)"
        name="retention_months"
        type="number"
        inputMode="numeric"
        min={RETENTION_MONTHS.min}
        max={RETENTION_MONTHS.max}
        step={1}
        defaultValue={options.retention_months}
        readOnly={state.isBusy}
        hint="Older visits are deleted. Daily and monthly figures stay forever."
        error={state.errorOf("retention_months")}
      />
      <Toggle
        label="Count admins’ visits"
        name="count_admins"
        value="yes"
        defaultChecked={options.count_admins}
        hint="When off, visits by admins aren’t counted."
        error={state.errorOf("count_admins")}
      />
      <div className="form-buttons">
        <SubmitButton state={state} label="Save" busyLabel="Saving..." />
      </div>
    </form>
  );
}

function CollectingOptions() {
  const options = useQuery(optionsQuery());
  return (
    <QueryView query={options} noun="options">
      {(found) => <OptionsForm key={JSON.stringify(found)} options={found} />}
    </QueryView>
  );
}

const KINDS = RULE_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
const ACTIONS = [
  { value: "block", label: "Block: never count it" },
  { value: "allow", label: "Allow: always count it" },
];

const ruleFailure = (message: string) => `Failed to add rule: ${message}`;

async function checkRule(values: RuleValues): Promise<Problems | undefined> {
  const { newRule } = await import("../../../../domain/analytics/traffic/traffic.ts");
  const { error } = newRule.safeParse(values);
  return error && schemaProblems(error);
}

function RuleForm({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState<RuleKind>("user_agent");
  const { mutateAsync } = useAdminMutation({
    call: addRule,
    success: ({ held_visits }) => `Rule added${quarantinedText(held_visits)}`,
    failure: ruleFailure,
    invalidates: CHANGED_TRAFFIC,
  });
  const state = useForm(async (value) => {
    const values = { kind, value: value("value"), verdict: value("verdict") === "allow" ? "allow" : "block" } as const;
    const problems = await checkRule(values);
    if (problems) return problems;
    try {
      await mutateAsync(values);
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, ruleFailure, { field: "value" });
    }
  });
  return (
    <Dialog title="Add rule" open onClose={onClose}>
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
          label="Action"
          name="verdict"
          options={ACTIONS}
          defaultValue="block"
          hint="A block also moves the recorded visits of the last 30 days to quarantine."
          error={state.errorOf("verdict")}
        />
        <DialogButtons state={state} label="Add rule" busyLabel="Adding..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Made({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

function RulesTable({ rules, onDelete }: { rules: readonly TrafficRule[]; onDelete(rule: TrafficRule): void }) {
  const columns: Column<TrafficRule>[] = [
    { key: "value", title: "Value", render: ({ value }) => <span className="row-title">{value}</span> },
    { key: "kind", title: "Kind", render: ({ kind }) => KIND_WORDS[kind].label },
    {
      key: "verdict",
      title: "Action",
      render: ({ verdict }) => (verdict === "allow" ? <Badge tone="green">Allow</Badge> : <Badge tone="red">Block</Badge>),
    },
    { key: "created", title: "Created", render: ({ created_at }) => <Made iso={created_at} /> },
    {
      key: "actions",
      title: "Actions",
      align: "right",
      render: (rule) => (
        <div className="row-actions">
          <button type="button" className="icon-button" aria-label={`Delete rule ${rule.value}`} onClick={() => onDelete(rule)}>
            <AdminIcon name="trash" />
          </button>
        </div>
      ),
    },
  ];
  return <DataTable caption="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} />;
}

function Rules() {
  const rules = useQuery(rulesQuery());
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const { mutate } = useAdminMutation({
    call: deleteRule,
    success: "Rule deleted",
    failure: (message) => `Failed to delete rule: ${message}`,
    invalidates: CHANGED_TRAFFIC,
  });
  const remove = async ({ id, value, verdict }: TrafficRule) => {
    const text =
      verdict === "block"
        ? `${value} is no longer blocked. Visits it blocked stay in quarantine until you release them.`
        : `${value} is no longer always counted.`;
    if (await confirm({ title: "Delete rule", text, action: "Delete", tone: "danger" })) mutate(id);
  };
  return (
    <>
      <Toolbar>
        <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
          Add rule
        </button>
        <p className="quarantine-hint">If rules conflict, blocking wins. Rules apply from the next visit.</p>
      </Toolbar>
      <QueryView
        query={rules}
        noun="rules"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState title="No rules yet" hint="Block visits that shouldn’t be counted, or allow those mistaken for a bot." />
        }
      >
        {({ items }) => <RulesTable rules={items} onDelete={(rule) => void remove(rule)} />}
      </QueryView>
      {isAdding ? <RuleForm onClose={() => setAdding(false)} /> : null}
    </>
  );
}

const VIEWS = [
  { value: "", label: "Quarantine" },
  { value: "rules", label: "Rules" },
  { value: "options", label: "Options" },
];

const SHOWN = { view: "", reason: "", search: "", page: "1" };

export function Traffic() {
  const { values, set, href } = useListState(SHOWN);
  const { view } = values;
  return (
    <AdminPage title="Traffic" lead="Bots and spam that aren’t counted.">
      <div className="traffic-views">
        <FilterChips
          label="Show"
          options={VIEWS}
          value={VIEWS.some(({ value }) => value === view) ? view : ""}
          onChange={(next) => set({ view: next, reason: "", search: "" })}
        />
      </div>
      {view === "rules" ? <Rules /> : null}
      {view === "options" ? <CollectingOptions /> : null}
      {view !== "rules" && view !== "options" ? <Quarantine values={values} set={set} href={href} /> : null}
    </AdminPage>
  );
}
