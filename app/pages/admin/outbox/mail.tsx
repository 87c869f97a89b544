import type { MailState, OutboxMail } from "../../../domain/mail/model.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";
import { RetryButton } from "../frame/retry-button.tsx";
import { retryMail } from "./queries.ts";

export const STATES: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: "Waiting", tone: "amber" },
  "given up": { label: "Given up", tone: "red" },
  sent: { label: "Sent", tone: "green" },
  kept: { label: "Kept here", tone: "blue" },
};

const attemptsText = (attempts: number) => (attempts === 1 ? "1 attempt" : `${attempts} attempts`);

const Retry = ({ id, subject }: { id: string; subject: string }) => (
  <RetryButton id={id} name={subject} noun="mail" call={retryMail} success="Mail queued again" list="outbox" />
);

/** One mail: what it is, what became of it, and what it is about where nobody else has that. */
export function Mail({ mail }: { mail: OutboxMail }) {
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
