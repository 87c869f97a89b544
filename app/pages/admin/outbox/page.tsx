import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { MAIL_STATES, type MailState, type OutboxCounts, type OutboxMail } from "../../../domain/mail/mail.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { RetryButton } from "../frame/retry-button.tsx";
import { FilterChips } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";

/** The filter of the outbox, as given in the URL; values that the API doesn't know are ignored. */
type OutboxFilter = { page: string; state: string };

const isState = (state: string): state is MailState => (MAIL_STATES as readonly string[]).includes(state);

/** How often to ask whether emails that wait have been sent, in ms. */
const ASK_MS = 5000;

/**
 * A page of the outbox; it is fetched again while an email waits. It is never cached, because it contains links and codes for signing in.
 */
const outboxQuery = ({ page, state }: OutboxFilter) => {
  const filter = { page: Math.max(1, Math.trunc(Number(page)) || 1), state: isState(state) ? state : undefined };
  return queryOptions({
    queryKey: ["admin", "outbox", filter],
    queryFn: () => body(adminApi.outbox.$get({ query: query(filter) as { page: string; state?: MailState } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some((mail) => mail.state === "waiting") ? ASK_MS : false),
  });
};

const retryMail = (id: string) => body(adminApi.outbox[":id"].retry.$post({ param: { id }, query: {} }));

const STATES: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Queued", tone: "amber" },
  "given up": { label: "Failed", tone: "red" },
  sent: { label: "Sent", tone: "green" },
  kept: { label: "Not sent", tone: "blue" },
};

const attemptsText = (attempts: number) => (attempts === 1 ? "1 attempt" : `${attempts} attempts`);

const Retry = ({ id, subject }: { id: string; subject: string }) => (
  <RetryButton id={id} name={subject} noun="email" call={retryMail} success="Email queued again" list="outbox" />
);

function Mail({ mail }: { mail: OutboxMail }) {
  const { id, recipient, subject, state, link, code, body_text, created_at, attempts, last_error } = mail;
  const dates = useDates();
  return (
    <li>
      <div className="outbox-head">
        <h2>{subject}</h2>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
        {state === "waiting" || state === "given up" ? <Retry id={id} subject={subject} /> : null}
      </div>
      <p className="meta">
        <span>{recipient}</span>
        <time dateTime={created_at}>{dates.time(created_at)}</time>
        {attempts > 0 ? <span>{attemptsText(attempts)}</span> : null}
      </p>
      {link ? (
        <p>
          <a className="text-link" href={link}>
            {link}
          </a>
        </p>
      ) : null}
      {code ? (
        <p>
          Code: <code>{code}</code>
        </p>
      ) : null}
      {last_error ? <p className="field-error">{last_error}</p> : null}
      <details>
        <summary>Message</summary>
        <p>{body_text}</p>
      </details>
    </li>
  );
}

const options = (counts: OutboxCounts | undefined) => [
  { value: "", label: "All", count: counts?.all },
  ...Object.entries(STATES).map(([value, { label }]) => ({ value, label, count: counts?.[value as keyof OutboxCounts] })),
];

export function Outbox() {
  const list = useListState({ state: "", page: "1" });
  const query = useQuery(outboxQuery(list.values));
  return (
    <ListScreen
      title="Outbox"
      lead="Emails from the last 30 days. Without a mail server, pass on the link or code yourself."
      list={list}
      query={query}
      noun="emails"
      filters={<FilterChips label="Status" options={options(query.data?.counts)} {...list.filter("state")} />}
      empty={{
        title: "No emails found",
        hint: list.isNarrowed ? "No email has this status." : "Emails appear here once someone signs up.",
      }}
    >
      {({ items }, { busy }) => (
        <ul className="outbox" aria-busy={busy || undefined}>
          {items.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </ListScreen>
  );
}
