import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { figures, subscribers } from "./issue-words.tsx";
import type { IssueActions } from "./use-issue-actions.ts";

/** Recipients that nothing more happens to by itself. */
const settled = ({ all, waiting }: Issue["counts"]): number => all - waiting;

function Reason({ issue: { state, reason, advice } }: { issue: Issue }) {
  if (!reason) return null;
  const words = state === "paused" ? "Paused by itself:" : state === "canceled" ? "Not sent:" : "Waiting for the mail server:";
  return (
    <p className="issue-reason" role="status">
      <AdminIcon name="alert" />
      <span>
        {words} {reason}
        {advice ? <span className="issue-advice">{advice}</span> : null}
      </span>
    </p>
  );
}

/** How far an issue is, and what to do about it. */
export function Progress({ issue, actions }: { issue: Issue; actions: IssueActions }) {
  const { state, started_at, counts } = issue;
  const { all, sent, refused, uncertain } = counts;
  const isOpen = state === "sending" || state === "paused";
  if (!isOpen) return <Reason issue={issue} />;
  const isPrepared = started_at !== null;
  return (
    <section className="panel issue-progress" aria-labelledby="issue-progress">
      <h2 id="issue-progress">{state === "paused" ? "Paused" : isPrepared ? "Being sent" : "Being prepared"}</h2>
      {isPrepared ? (
        <>
          <progress aria-label="Progress of the issue" max={Math.max(1, all)} value={settled(counts)} />
          <p>
            {figures.format(settled(counts))} of {subscribers(all)}: {figures.format(sent)} sent, {figures.format(refused)}{" "}
            refused, {figures.format(uncertain)} uncertain
          </p>
        </>
      ) : (
        <>
          <progress aria-label="Progress of the issue" />
          <p>Preparing the email and the list of recipients...</p>
        </>
      )}
      <Reason issue={issue} />
      <div className="form-buttons">
        {state === "paused" ? (
          <FocusKeepingButton className="button button-solid" isDisabled={actions.isBusy} onClick={actions.resume}>
            Resume
          </FocusKeepingButton>
        ) : (
          <FocusKeepingButton className="button" isDisabled={actions.isBusy} onClick={actions.pause}>
            Pause
          </FocusKeepingButton>
        )}
        <FocusKeepingButton className="button" isDisabled={actions.isBusy} onClick={() => void actions.askCancel()}>
          Cancel issue
        </FocusKeepingButton>
      </div>
    </section>
  );
}
