import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminRoutes } from "../../../../admin-routes.ts";
import { RULE_KINDS, type RuleKind } from "../../../../domain/analytics/hit-rules.ts";
import type { TrafficOptions, TrafficRule } from "../../../../domain/analytics/traffic/traffic.ts";
import { RETENTION_MONTHS } from "../../../../domain/analytics/traffic/traffic-rules.ts";
import { SelectField, Toggle } from "../../../../ui/form/described-fields.tsx";
import { Field } from "../../../../ui/form/field.tsx";
import { FormAlert, type Problems, SubmitButton, useForm } from "../../../../ui/form/use-form.tsx";
import { Link } from "../../../../ui/link.tsx";
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
import { countOf, heldVisitsText, KIND_WORDS, Quarantine } from "./quarantine.tsx";
import { addRule, CHANGED_TRAFFIC, deleteRule, optionsQuery, type RuleValues, rulesQuery, saveOptions } from "./queries.ts";
import { OPTIONS, RULES, TRAFFIC } from "./texts.ts";

const optionsFailure = (message: string) => OPTIONS.saveFailed(message);

/** Validates the values with the server's own schema. */
async function checkOptions(values: TrafficOptions): Promise<Problems | undefined> {
  const { trafficOptions } = await import("../../../../domain/analytics/traffic/traffic.ts");
  const { error } = trafficOptions.safeParse(values);
  return error && schemaProblems(error);
}

function OptionsForm({ options }: { options: TrafficOptions }) {
  const confirm = useConfirm();
  const { mutateAsync } = useAdminMutation({
    call: saveOptions,
    success: OPTIONS.optionsSaved,
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
    const text = OPTIONS.shortenText(countOf(retention_months, "month"));
    if (shorter && !(await confirm({ title: OPTIONS.shortenTitle, text, action: "Save", tone: "danger" }))) return undefined;
    return mutateAsync(values).then(
      () => undefined,
      (error) => serverProblems(error, optionsFailure),
    );
  });
  return (
    <form {...state.form} className="form traffic-options">
      <FormAlert message={state.message} />
      <Field
        label={OPTIONS.months}
        name="retention_months"
        type="number"
        inputMode="numeric"
        min={RETENTION_MONTHS.min}
        max={RETENTION_MONTHS.max}
        step={1}
        defaultValue={options.retention_months}
        readOnly={state.isBusy}
        hint={OPTIONS.monthsHint}
        error={state.errorOf("retention_months")}
      />
      <Toggle
        label={OPTIONS.countAdminsVisits}
        name="count_admins"
        value="yes"
        defaultChecked={options.count_admins}
        hint={OPTIONS.adminsHint}
        error={state.errorOf("count_admins")}
      />
      <div className="form-buttons">
        <SubmitButton state={state} label={OPTIONS.save} busyLabel={OPTIONS.saving} />
      </div>
    </form>
  );
}

/** The options: whose visits are counted, and how long they are kept. */
function CollectingOptions() {
  const options = useQuery(optionsQuery());
  return (
    <QueryView query={options} noun="options">
      {(found) => <OptionsForm key={JSON.stringify(found)} options={found} />}
    </QueryView>
  );
}

const KINDS = RULE_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
const VERDICTS = [
  { value: "block", label: RULES.blockChoice },
  { value: "allow", label: RULES.allowChoice },
];

const ruleFailure = (message: string) => RULES.addFailed(message);

/** Validates the values with the server's own schema. */
async function checkRule(values: RuleValues): Promise<Problems | undefined> {
  const { newRule } = await import("../../../../domain/analytics/traffic/traffic.ts");
  const { error } = newRule.safeParse(values);
  return error && schemaProblems(error);
}

/** The dialog that adds a rule. */
function RuleForm({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState<RuleKind>("user_agent");
  const { mutateAsync } = useAdminMutation({
    call: addRule,
    success: ({ held_visits }) => RULES.added(heldVisitsText(held_visits)),
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
    <Dialog title={RULES.addRule} open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <SelectField
          label={RULES.kind}
          name="kind"
          options={KINDS}
          value={kind}
          onChange={({ target }) => setKind(target.value as RuleKind)}
          error={state.errorOf("kind")}
        />
        <Field
          label={RULES.value}
          name="value"
          hint={KIND_WORDS[kind].hint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={state.isBusy}
          error={state.errorOf("value")}
        />
        <SelectField
          label={RULES.action}
          name="verdict"
          options={VERDICTS}
          defaultValue="block"
          hint={RULES.blockHint}
          error={state.errorOf("verdict")}
        />
        <DialogButtons state={state} label={RULES.addRule} busyLabel={RULES.adding} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Made({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

function RulesTable({ rules, onDelete }: { rules: readonly TrafficRule[]; onDelete(rule: TrafficRule): void }) {
  const columns: Column<TrafficRule>[] = [
    { key: "value", title: RULES.value, render: ({ value }) => <span className="row-title">{value}</span> },
    { key: "kind", title: RULES.kind, render: ({ kind }) => KIND_WORDS[kind].label },
    {
      key: "verdict",
      title: RULES.action,
      render: ({ verdict }) =>
        verdict === "allow" ? <Badge tone="green">{RULES.allow}</Badge> : <Badge tone="red">{RULES.block}</Badge>,
    },
    { key: "created", title: RULES.created, render: ({ created_at }) => <Made iso={created_at} /> },
    {
      key: "actions",
      title: RULES.actions,
      align: "right",
      render: (rule) => (
        <div className="row-actions">
          <button type="button" className="icon-button" aria-label={RULES.deleteOne(rule.value)} onClick={() => onDelete(rule)}>
            <AdminIcon name="trash" />
          </button>
        </div>
      ),
    },
  ];
  return <DataTable caption={RULES.rules} columns={columns} rows={rules} rowKey={({ id }) => id} />;
}

/** The list of rules: what is allowed and what is blocked. */
function Rules() {
  const rules = useQuery(rulesQuery());
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const { mutate } = useAdminMutation({
    call: deleteRule,
    success: RULES.ruleDeleted,
    failure: (message) => RULES.deleteFailed(message),
    invalidates: CHANGED_TRAFFIC,
  });
  const remove = async ({ id, value, verdict }: TrafficRule) => {
    const text = verdict === "block" ? RULES.noLongerBlocked(value) : RULES.noLongerCounted(value);
    if (await confirm({ title: RULES.deleteRule, text, action: "Delete", tone: "danger" })) mutate(id);
  };
  return (
    <>
      <Toolbar>
        <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
          {RULES.addRule}
        </button>
        <p className="held-hint">{RULES.lead}</p>
      </Toolbar>
      <QueryView
        query={rules}
        noun="rules"
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={RULES.noRulesFound} hint={RULES.noneHint} />}
      >
        {({ items }) => <RulesTable rules={items} onDelete={(rule) => void remove(rule)} />}
      </QueryView>
      {isAdding ? <RuleForm onClose={() => setAdding(false)} /> : null}
    </>
  );
}

const VIEWS = [
  { value: "", label: TRAFFIC.quarantine },
  { value: "rules", label: RULES.rules },
  { value: "options", label: TRAFFIC.options },
];

const SHOWN = { view: "", reason: "", search: "", page: "1" };

/** The screen of hits that aren't counted, and of the rules that decide about them. */
export function Traffic() {
  const { values, set, href } = useListState(SHOWN);
  const { view } = values;
  return (
    <AdminPage
      title={TRAFFIC.traffic}
      lead={TRAFFIC.lead}
      before={
        <Link className="back-link" to={adminRoutes.analytics()}>
          <AdminIcon name="arrow-left" />
          {TRAFFIC.back}
        </Link>
      }
    >
      <div className="traffic-views">
        <FilterChips
          label={TRAFFIC.show}
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
