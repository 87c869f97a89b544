import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { serverProblems } from "../frame/form-problems.ts";
import { ListScreen } from "../frame/list-screen.tsx";
import { FilterChips } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useListState } from "../frame/use-list-state.ts";
import { BeforeFirstIssue } from "./before-first-issue.tsx";
import { Growth } from "./growth.tsx";
import { figures, KINDS, STATES, StateBadge, subjectOf, WhenSent } from "./issue-words.tsx";
import { CHANGED_ISSUES, createIssue, ISSUES_AT_FIRST, issuesQuery, newsletterQuery } from "./queries.ts";

const FILTERS = [{ value: "", label: "All" }, ...Object.entries(STATES).map(([value, { label }]) => ({ value, label }))];

const figure = (issue: Issue, count: number) => (issue.started_at ? figures.format(count) : "");

const COLUMNS: Column<Issue>[] = [
  {
    key: "subject",
    title: "Subject",
    render: (issue) => (
      <span className="line-title">
        <Link className="row-title" dir="auto" to={adminRoutes.issue(issue.id)} title={subjectOf(issue)}>
          {subjectOf(issue)}
        </Link>
      </span>
    ),
  },
  { key: "state", title: "Status", render: ({ state }) => <StateBadge state={state} /> },
  { key: "kind", title: "Kind", wide: true, render: ({ kind }) => KINDS[kind] },
  { key: "when", title: "When", render: (issue) => <WhenSent issue={issue} /> },
  { key: "sent", title: "Sent", align: "right", wide: true, render: (issue) => figure(issue, issue.counts.sent) },
  { key: "refused", title: "Refused", align: "right", wide: true, render: (issue) => figure(issue, issue.counts.refused) },
  { key: "uncertain", title: "Uncertain", align: "right", wide: true, render: (issue) => figure(issue, issue.counts.uncertain) },
  { key: "left", title: "Left", align: "right", wide: true, render: (issue) => figure(issue, issue.counts.departed) },
];

const TO_ALL = { audience: "all", category_id: null } as const;

/** The subject comes first: without one, nobody finds the draft again. */
function NewIssueDialog({ onClose }: { onClose(): void }) {
  const navigate = useNavigate();
  const create = useAdminMutation({
    call: (subject: string) => createIssue({ kind: "letter", subject, content: "", content_format: "markdown", ...TO_ALL }),
    invalidates: CHANGED_ISSUES,
  });
  const state = useForm(async (value) => {
    try {
      const { id } = await create.mutateAsync(value("subject"));
      void navigate(adminRoutes.issue(id));
      return undefined;
    } catch (error) {
      return serverProblems(error, (message) => `Failed to create the issue: ${message}`);
    }
  });
  return (
    <Dialog title="New issue" open size="small" onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field label="Subject" name="subject" hint="You can change it later." error={state.errorOf("subject")} />
        <DialogButtons state={state} label="Create issue" busyLabel="Creating..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export function Issues() {
  const list = useListState(ISSUES_AT_FIRST);
  const query = useQuery(issuesQuery(list.values));
  const { data: newsletter } = useQuery(newsletterQuery());
  const [isNew, setNew] = useState(false);
  const isFirst = query.data?.total === 0 && !list.isNarrowed;
  return (
    <ListScreen
      title="Issues"
      lead="Issues go to everyone who subscribed. To send a post, publish it and choose “Send as newsletter”."
      actions={
        <button type="button" className="button button-solid" onClick={() => setNew(true)}>
          New issue
        </button>
      }
      list={list}
      query={query}
      noun="issues"
      before={
        <>
          {newsletter && (isFirst || newsletter.missing.length > 0) ? <BeforeFirstIssue missing={newsletter.missing} /> : null}
          <Growth />
        </>
      }
      filters={<FilterChips label="Status" options={FILTERS} {...list.filter("state")} />}
      empty={{ title: "No issues yet", hint: "Write one with “New issue”, or send a post from the editor." }}
      after={isNew ? <NewIssueDialog onClose={() => setNew(false)} /> : null}
      nothingFound={{ title: "No issues found", hint: "No issue has this status.", showAll: "Show all issues" }}
    >
      {({ items }, { busy }) => (
        <DataTable
          caption="Issues"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          rowName={(issue) => subjectOf(issue)}
          busy={busy}
          isLines
        />
      )}
    </ListScreen>
  );
}
