import { useState } from "react";
import type { Issue, IssueStart } from "../../../domain/newsletter/newsletter.ts";
import { ApiError } from "../../../http/api/client.ts";
import { momentOf } from "../../../platform/time/zone.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { useSite } from "../../data.ts";
import { offeredTime } from "../calendar/schedule-post.ts";
import { Dialog } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { subjectOf, subscribers, whoGets } from "./issue-words.tsx";
import { CHANGED_ISSUES, startIssue } from "./queries.ts";

/** Times as text, as the API takes them. */
type StartInput = Parameters<typeof startIssue>[1];

type When = IssueStart["when"];

const WORDS: Record<When, string> = { now: "Now", time: "At a time", "with post": "When the post is published" };

const DONE: Record<When, string> = {
  now: "The issue is being sent",
  time: "Issue scheduled",
  "with post": "The issue goes out with its post",
};

const timeProblem = (error: Error | null): string | undefined => {
  const about = error instanceof ApiError ? error.details?.find(({ field }) => field === "at") : undefined;
  return about?.rule;
};

type SendDialogProps = { issue: Issue; onClose(): void };

function useStart({ issue, onClose }: SendDialogProps) {
  const { timezone } = useSite();
  const choices: readonly When[] = issue.post && issue.post.status !== "published" ? ["with post"] : ["now", "time"];
  const [when, setWhen] = useState<When>(choices[0] ?? "now");
  const [wall, setWall] = useState(offeredTime(timezone));
  const [unclear, setUnclear] = useState<string>();
  const start = useAdminMutation({
    call: (json: StartInput) => startIssue(issue.id, json),
    success: (_, json) => DONE[json.when],
    invalidates: CHANGED_ISSUES,
  });
  const send = () => {
    const at = when === "time" ? momentOf(wall, timezone) : null;
    if (when === "time" && !at) return setUnclear("Choose a day and a time");
    const json: StartInput = when === "time" ? { when, at: (at as Date).toISOString() } : { when };
    start.mutate(json, { onSuccess: onClose });
  };
  const change = (next: string) => {
    setUnclear(undefined);
    setWall(next);
  };
  const problem = unclear ?? timeProblem(start.error);
  const message =
    start.error && !problem ? messageOf(start.error, "The server could not be reached. Please try again.") : undefined;
  return { choices, when, setWhen, wall, change, problem, message, isBusy: start.isPending, send };
}

type WhenFieldsProps = Pick<ReturnType<typeof useStart>, "choices" | "when" | "setWhen" | "wall" | "change" | "problem">;

function WhenFields({ choices, when, setWhen, wall, change, problem }: WhenFieldsProps) {
  const { timezone } = useSite();
  return (
    <>
      {choices.length > 1 ? (
        <ButtonGroup className="segments" aria-label="When">
          {choices.map((one) => (
            <button key={one} type="button" aria-pressed={when === one} onClick={() => setWhen(one)}>
              {WORDS[one]}
            </button>
          ))}
        </ButtonGroup>
      ) : (
        <p>The post isn’t published yet, so the issue goes out as soon as it is.</p>
      )}
      {when === "time" ? (
        <Field
          type="datetime-local"
          label="Date and time"
          name="issue_at"
          value={wall}
          hint={`Site time zone: ${timezone}`}
          error={problem}
          onChange={({ target }) => change(target.value)}
        />
      ) : null}
    </>
  );
}

/** Names how many people get the issue, and asks when. */
export function SendDialog({ issue, onClose }: SendDialogProps) {
  const { message, isBusy, send, ...fields } = useStart({ issue, onClose });
  const { when } = fields;
  const { all } = issue.counts;
  const verb = when === "now" ? "Send to" : "Schedule for";
  return (
    <Dialog
      title="Send issue"
      open
      size="small"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button button-solid"
            disabled={all === 0 && when === "now"}
            aria-disabled={isBusy || undefined}
            onClick={() => isBusy || send()}
          >
            {isBusy ? "Starting..." : `${verb} ${subscribers(all)}`}
          </button>
        </>
      }
    >
      <div className="send-issue">
        {message ? (
          <div className="form-alert" role="alert">
            <p>{message}</p>
          </div>
        ) : null}
        <p>
          <strong dir="auto">{subjectOf(issue)}</strong>
        </p>
        <WhenFields {...fields} />
        <p>
          {whoGets(all)}{" "}
          {when === "now"
            ? "You can pause or cancel it while it is being sent. Emails that have been sent can’t be taken back."
            : "People who subscribe or leave until then are counted at that time."}
        </p>
      </div>
    </Dialog>
  );
}
