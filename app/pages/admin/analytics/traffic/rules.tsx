import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TrafficRule } from "../../../../domain/analytics/traffic/traffic-model.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { Badge } from "../../frame/badge.tsx";
import { type Column, DataTable } from "../../frame/data-table.tsx";
import { useDates } from "../../frame/dates.tsx";
import { EmptyState } from "../../frame/empty-state.tsx";
import { QueryView } from "../../frame/query-view.tsx";
import { Toolbar } from "../../frame/toolbar.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { useConfirm } from "../../frame/use-confirm.tsx";
import { CHANGED_TRAFFIC, deleteRule, rulesQuery } from "./queries.ts";
import { RuleForm } from "./rule-form.tsx";
import { KIND_WORDS } from "./traffic-texts.ts";

function Made({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

function RulesTable({ rules, onDelete }: { rules: readonly TrafficRule[]; onDelete(rule: TrafficRule): void }) {
  const columns: Column<TrafficRule>[] = [
    { key: "value", title: "Value", render: ({ value }) => <span className="row-title">{value}</span> },
    { key: "kind", title: "Kind", render: ({ kind }) => KIND_WORDS[kind].label },
    {
      key: "verdict",
      title: "Verdict",
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

/** Whom the owner lets through, and whom not. */
export function Rules() {
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
        ? `${value} is no longer blocked. What the rule held stays in quarantine until you release it.`
        : `${value} is no longer let through whatever speaks against it.`;
    if (await confirm({ title: "Delete rule", text, action: "Delete", tone: "danger" })) mutate(id);
  };
  return (
    <>
      <Toolbar>
        <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
          Add Rule
        </button>
        <p className="held-hint">Blocks go before allowances. Rules hold from the next visit on.</p>
      </Toolbar>
      <QueryView
        query={rules}
        noun="rules"
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="No rules found" hint="Block what shouldn't be counted, or allow what was taken for a bot." />}
      >
        {({ items }) => <RulesTable rules={items} onDelete={(rule) => void remove(rule)} />}
      </QueryView>
      {isAdding ? <RuleForm onClose={() => setAdding(false)} /> : null}
    </>
  );
}
