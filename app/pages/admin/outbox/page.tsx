import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { MAIL_STATES, type MailState, type OutboxCounts, type OutboxMail } from "../../../domain/mail/mail.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { useSite } from "../../data.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { CopyButton } from "../frame/copy-field.tsx";
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

const select = (element: HTMLElement | null) => element && getSelection()?.selectAllChildren(element);

/** What an admin passes on, as long as nobody has received it. */
function ToPassOn({ mail: { subject, state, link, code, body_text } }: { mail: OutboxMail }) {
  const shownLink = useRef<HTMLAnchorElement>(null);
  const shownCode = useRef<HTMLElement>(null);
  const message = useRef<HTMLParagraphElement>(null);
  const selectMessage = () => {
    message.current?.closest("details")?.setAttribute("open", "");
    select(message.current);
  };
  return (
    <>
      {link ? (
        <a ref={shownLink} className="text-link outbox-link" href={link}>
          {link}
        </a>
      ) : null}
      {code ? (
        <p>
          Code: <code ref={shownCode}>{code}</code>
        </p>
      ) : null}
      {state === "sent" ? null : (
        <div className="outbox-copies">
          {link ? <CopyButton label="Copy link" text={link} of={subject} onRefused={() => select(shownLink.current)} /> : null}
          {code && !link ? (
            <CopyButton label="Copy code" text={code} of={subject} onRefused={() => select(shownCode.current)} />
          ) : null}
          <CopyButton label="Copy message" text={body_text} of={subject} onRefused={selectMessage} />
        </div>
      )}
      <details>
        <summary>Message</summary>
        <p ref={message}>{body_text}</p>
      </details>
    </>
  );
}

function Mail({ mail }: { mail: OutboxMail }) {
  const { id, recipient, subject, state, created_at, attempts, last_error, advice } = mail;
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
        {attempts > 0 && state !== "kept" ? <span>{attemptsText(attempts)}</span> : null}
      </p>
      {last_error ? <p className="field-error">{last_error}</p> : null}
      {advice ? <p>{advice}</p> : null}
      <ToPassOn mail={mail} />
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
  const { sendsMail } = useSite();
  return (
    <ListScreen
      title="Outbox"
      lead={`Emails from the last 30 days.${sendsMail ? "" : " No mail server is set up. Send these links or codes yourself."}`}
      list={list}
      query={query}
      noun="emails"
      filters={<FilterChips label="Status" options={options(query.data?.counts)} {...list.filter("state")} />}
      empty={{
        title: list.isNarrowed ? "No emails found" : "No emails yet",
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
