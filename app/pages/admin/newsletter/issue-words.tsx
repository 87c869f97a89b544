import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import type { IssueKind, IssueState } from "../../../domain/newsletter/newsletter-rules.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { useDates } from "../frame/dates.tsx";

export const KINDS: Record<IssueKind, string> = { post: "Post", letter: "Letter", digest: "Weekly digest" };

export const STATES: Record<IssueState, { label: string; tone: BadgeTone }> = {
  draft: { label: "Draft", tone: "gray" },
  scheduled: { label: "Scheduled", tone: "blue" },
  sending: { label: "Sending", tone: "blue" },
  paused: { label: "Paused", tone: "amber" },
  sent: { label: "Sent", tone: "green" },
  canceled: { label: "Canceled", tone: "gray" },
};

export const figures = new Intl.NumberFormat("en-US");

/** "1 subscriber", "1,204 subscribers" */
export const subscribers = (count: number): string => `${figures.format(count)} ${count === 1 ? "subscriber" : "subscribers"}`;

export const whoGets = (count: number): string =>
  count === 0
    ? "At the moment, no confirmed subscriber gets this issue."
    : `${subscribers(count)} ${count === 1 ? "gets" : "get"} it.`;

/** The subject that its readers see. */
export const subjectOf = ({ subject, post }: Pick<Issue, "subject" | "post">): string =>
  subject || post?.title || "Untitled issue";

export const StateBadge = ({ state }: { state: IssueState }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;

/** When it was, or will be, sent. */
export function WhenSent({ issue: { state, when, at, started_at, ended_at, created_at } }: { issue: Issue }) {
  const dates = useDates();
  if (state === "scheduled" && when === "with post") return "When its post is published";
  const [word, iso] =
    state === "scheduled" && at
      ? (["Starts", at] as const)
      : ended_at
        ? (["Ended", ended_at] as const)
        : started_at
          ? (["Started", started_at] as const)
          : (["Created", created_at] as const);
  return (
    <>
      {word} <time dateTime={iso}>{dates.time(iso)}</time>
    </>
  );
}
