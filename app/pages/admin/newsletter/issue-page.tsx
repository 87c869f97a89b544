import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { useAuth } from "../../../browser/auth/state.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Link } from "../../../ui/link.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { BeforeFirstIssue } from "./before-first-issue.tsx";
import { IssueFields } from "./issue-fields.tsx";
import { KINDS, StateBadge, subjectOf, WhenSent } from "./issue-words.tsx";
import { MailPreview } from "./mail-preview.tsx";
import { Progress } from "./progress.tsx";
import { issueQuery, newsletterQuery, testIssue } from "./queries.ts";
import { Report } from "./report.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { type IssueActions, useIssueActions } from "./use-issue-actions.ts";
import { type IssueForm, useIssueForm } from "./use-issue-form.ts";

const Back = () => (
  <Link className="text-link issue-back" to={adminRoutes.newsletter()}>
    <AdminIcon name="arrow-left" />
    Back to Issues
  </Link>
);

/** A test mail to the signed-in admin, and what the mail server says about it. */
function TestMail({ issue, form }: { issue: Issue; form: IssueForm }) {
  const { person } = useAuth();
  const test = useAdminMutation({ call: () => testIssue(issue.id) });
  const send = async () => {
    if (await form.store()) test.mutate(undefined);
  };
  return (
    <div className="test-email">
      <FocusKeepingButton className="button" isDisabled={test.isPending} onClick={() => void send()}>
        {test.isPending ? "Sending..." : "Send a test email"}
      </FocusKeepingButton>
      <div role="status">
        {test.error ? (
          <p className="field-error">{messageOf(test.error, "The server could not be reached.")}</p>
        ) : test.data ? (
          <p>
            The mail server accepted the email to <strong>{test.data.to}</strong>.
          </p>
        ) : (
          <p>{`Goes to you, at ${person?.email}.`}</p>
        )}
      </div>
    </div>
  );
}

type PartProps = { issue: Issue; actions: IssueActions };

/** Of an issue that can still be changed: its fields next to its mail. */
function Writing({ issue, form }: { issue: Issue; form: IssueForm }) {
  return (
    <div className="appearance issue-writing">
      <div>
        <IssueFields issue={issue} form={form} />
        <TestMail issue={issue} form={form} />
      </div>
      <MailPreview issue={issue} />
    </div>
  );
}

function DraftActions({ issue, form, actions, isReady }: PartProps & { form: IssueForm; isReady: boolean }) {
  const [isSending, setSending] = useState(false);
  const isScheduled = issue.state === "scheduled";
  const open = async () => {
    if (await form.store()) setSending(true);
  };
  return (
    <>
      <FocusKeepingButton
        className="button"
        isDisabled={actions.isBusy}
        onClick={() => void (isScheduled ? actions.askCancel() : actions.askDelete())}
      >
        {isScheduled ? "Cancel issue" : "Delete"}
      </FocusKeepingButton>
      <FocusKeepingButton className="button button-solid" isDisabled={!isReady || form.isBusy} onClick={() => void open()}>
        {isScheduled ? "Change time..." : "Send issue..."}
      </FocusKeepingButton>
      {isSending ? <SendDialog issue={issue} onClose={() => setSending(false)} /> : null}
    </>
  );
}

function OpenIssue({ issue }: { issue: Issue }) {
  const { data: newsletter } = useQuery(newsletterQuery());
  const form = useIssueForm(issue);
  const actions = useIssueActions(issue);
  const isWritten = issue.state === "draft" || issue.state === "scheduled";
  const missing = newsletter?.missing ?? [];
  return (
    <AdminPage
      title={subjectOf(issue)}
      before={<Back />}
      lead={
        <>
          {KINDS[issue.kind]} <StateBadge state={issue.state} /> <WhenSent issue={issue} />
        </>
      }
      actions={
        isWritten ? (
          <DraftActions issue={issue} form={form} actions={actions} isReady={newsletter !== undefined && missing.length === 0} />
        ) : issue.state === "canceled" && issue.started_at === null ? (
          <FocusKeepingButton className="button" isDisabled={actions.isBusy} onClick={() => void actions.askDelete()}>
            Delete
          </FocusKeepingButton>
        ) : null
      }
    >
      {isWritten && missing.length > 0 ? <BeforeFirstIssue missing={missing} /> : null}
      <Progress issue={issue} actions={actions} />
      {isWritten ? <Writing issue={issue} form={form} /> : null}
      {issue.started_at ? <Report issue={issue} /> : null}
      {isWritten ? null : <MailPreview issue={issue} />}
    </AdminPage>
  );
}

const Missing = () => (
  <AdminPage title="Issue" before={<Back />}>
    <EmptyState title="Issue not found" hint="It may have been deleted." />
  </AdminPage>
);

/** One issue: written while it is a draft, then followed, then reported. */
export function IssueScreen() {
  const { id = "" } = useParams();
  const query = useQuery(issueQuery(id));
  const { error, data } = query;
  if (!data && error instanceof ApiError && [400, 404].includes(error.status)) return <Missing />;
  if (data) return <OpenIssue key={id} issue={data} />;
  return (
    <AdminPage title="Issue" before={<Back />}>
      <QueryView query={query} noun="issue">
        {() => null}
      </QueryView>
    </AdminPage>
  );
}
