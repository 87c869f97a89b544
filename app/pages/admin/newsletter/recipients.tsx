import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Issue, Recipient } from "../../../domain/newsletter/newsletter.ts";
import type { BounceKind, RecipientState } from "../../../domain/newsletter/newsletter-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { Pager } from "../frame/pager.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { FilterChips, Toolbar } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { CHANGED_ISSUES, recipientsQuery, resendRecipient } from "./queries.ts";

const STATES: Record<RecipientState, { label: string; tone: BadgeTone }> = {
  sent: { label: "Sent", tone: "green" },
  refused: { label: "Refused", tone: "red" },
  uncertain: { label: "Uncertain", tone: "amber" },
  waiting: { label: "Waiting", tone: "gray" },
  claimed: { label: "Being sent", tone: "blue" },
  left: { label: "Left before", tone: "gray" },
};

const filtersOf = ({ counts }: Issue) => {
  const counted: Partial<Record<RecipientState, number>> = counts;
  return [
    { value: "", label: "All", count: counts.all },
    ...(["sent", "refused", "uncertain", "waiting", "left"] as const).map((value) => ({
      value,
      label: STATES[value].label,
      count: counted[value],
    })),
    { value: "bounced", label: "Bounced later", count: counts.bounced },
  ];
};

const BOUNCES: Record<BounceKind, string> = { hard: "Bounced", soft: "Bounced, maybe only for now,", complaint: "Called spam" };

function When({ recipient: { sent_at, left_at, bounced_at, bounce_kind } }: { recipient: Recipient }) {
  const dates = useDates();
  return (
    <>
      {sent_at ? <time dateTime={sent_at}>{dates.time(sent_at)}</time> : null}
      {bounced_at ? (
        <span className="row-note">
          {BOUNCES[bounce_kind ?? "soft"]} on {dates.day(bounced_at)}
        </span>
      ) : null}
      {left_at ? <span className="row-note">Left because of it on {dates.day(left_at)}</span> : null}
    </>
  );
}

/** What the mail server said, with its code where its words don't begin with it. */
const Answer = ({ recipient: { state, answer, code, bounced_at } }: { recipient: Recipient }) =>
  (state === "sent" && !bounced_at) || !answer ? null : (
    <span className="server-answer" title={answer}>
      {code && !answer.includes(code) ? `${code} ` : ""}
      {answer}
    </span>
  );

type OnResend = (recipient: Recipient) => void;

const columnsFor = (onResend: OnResend): Column<Recipient>[] => [
  { key: "email", title: "Recipient", render: ({ email }) => <strong dir="auto">{email || "Erased"}</strong> },
  {
    key: "state",
    title: "Status",
    render: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { key: "answer", title: "The mail server’s words", render: (recipient) => <Answer recipient={recipient} /> },
  { key: "when", title: "Sent", render: (recipient) => <When recipient={recipient} /> },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (recipient) =>
      recipient.state === "uncertain" ? (
        <button type="button" className="small-button" onClick={() => onResend(recipient)}>
          Send again
          <span className="sr-only"> to {recipient.email}</span>
        </button>
      ) : null,
  },
];

const UNCERTAIN =
  "The connection to the mail server ended before it answered, so nobody knows whether it has the email. It is sent again only if you say so: otherwise someone might get it twice.";

function useResend(issue: Issue): OnResend {
  const confirm = useConfirm();
  const { mutate } = useAdminMutation({
    call: (recipient: Recipient) => resendRecipient(issue.id, recipient.id),
    success: (_, { email }) => `The issue goes to ${email} again`,
    failure: (message) => `Failed to send it again: ${message}`,
    invalidates: CHANGED_ISSUES,
  });
  return useMemo(
    () => async (recipient: Recipient) => {
      const text = `The mail server may already have the email. In that case, ${recipient.email} gets it twice.`;
      if (await confirm({ title: "Send again", text, action: "Send again" })) mutate(recipient);
    },
    [confirm, mutate],
  );
}

export function Recipients({ issue }: { issue: Issue }) {
  const { values, filter, href } = useListState({ state: "", page: "1" });
  const query = useQuery(recipientsQuery(issue, values));
  const resend = useResend(issue);
  const columns = useMemo(() => columnsFor(resend), [resend]);
  return (
    <>
      <Toolbar>
        <FilterChips label="Status" options={filtersOf(issue)} {...filter("state")} />
      </Toolbar>
      {values.state === "uncertain" || issue.counts.uncertain > 0 ? <p className="issue-note">{UNCERTAIN}</p> : null}
      <QueryView
        query={query}
        noun="recipients"
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState title="No recipients" hint={values.state ? "No recipient has this status." : "Nobody was subscribed."} />
        }
      >
        {({ items, ...paging }) => (
          <>
            <DataTable
              caption="Recipients"
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              rowName={({ email }) => email}
              busy={query.isPlaceholderData}
            />
            <Pager {...paging} noun="recipients" href={href} />
          </>
        )}
      </QueryView>
    </>
  );
}
