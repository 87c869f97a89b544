import { type FormEvent, useEffect, useRef, useState } from "react";
import { wallTime } from "../../../../platform/time/zone.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { useSite } from "../../../data.ts";
import { offeredTime } from "../../calendar/schedule-post.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { useDates } from "../../frame/dates.tsx";
import { planKindOf } from "../session/create-planner.ts";
import type { Session } from "../session/create-session.ts";
import { isDirty, type SessionState } from "../session/reduce-session.ts";

const WORDS = {
  publish: { at: "Publish at", open: "Schedule...", save: "Schedule", will: "Will be published on", failed: "published" },
  update: {
    at: "Update at",
    open: "Schedule...",
    save: "Schedule update",
    will: "These changes will be published on",
    failed: "updated",
  },
} as const;

type TimeFormProps = {
  label: string;
  save: string;
  begin: string;
  timezone: string;
  error: string | undefined;
  isBusy: boolean;
  onSave(wall: string): void;
  onClose(): void;
};

function TimeForm({ label, save, begin, timezone, error, isBusy, onSave, onClose }: TimeFormProps) {
  const [wall, setWall] = useState(begin);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSave(wall);
  };
  return (
    <form ref={form} className="plan-form" noValidate onSubmit={submit}>
      <Field
        type="datetime-local"
        label={label}
        name="plan_at"
        value={wall}
        hint={`Site time zone: ${timezone}`}
        error={error}
        onChange={({ target }) => setWall(target.value)}
      />
      <div className="review-actions">
        <button type="submit" className="small-button" aria-disabled={isBusy ? true : undefined}>
          {isBusy ? "Scheduling..." : save}
        </button>
        <button type="button" className="small-button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type PlanStateProps = { planned: NonNullable<SessionState["plan"]["planned"]>; words: (typeof WORDS)["publish" | "update"] };

function PlanState({ planned, words }: PlanStateProps) {
  const { time } = useDates();
  return (
    <>
      <p className="plan-state">
        <AdminIcon name="clock" />
        <span>
          {words.will} <time dateTime={planned.at}>{time(planned.at)}</time>
        </span>
      </p>
      {planned.failure ? (
        <p className="plan-failure" role="alert">
          It could not be {words.failed} as planned: {planned.failure}
        </p>
      ) : null}
    </>
  );
}

type PlanPanelProps = { session: Session; state: SessionState; keepDate: boolean };

export function PlanPanel({ session, state, keepDate }: PlanPanelProps) {
  const { planned, error, isBusy } = state.plan;
  const [isOpen, setOpen] = useState(false);
  const { timezone } = useSite();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const kind = planKindOf(state);
  const words = WORDS[planned?.kind ?? kind];
  const nothingToUpdate = kind === "update" && !planned && !isDirty(state) && state.draft.version === 0;
  const close = () => {
    session.dispatch({ type: "plan error dismissed" });
    setOpen(false);
  };
  return (
    <section className="editor-panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Schedule</h2>
      {planned ? <PlanState planned={planned} words={words} /> : null}
      {nothingToUpdate ? (
        <p className="plan-hint">Make a change to schedule an update.</p>
      ) : isOpen ? (
        <TimeForm
          label={words.at}
          save={words.save}
          begin={planned ? wallTime(new Date(planned.at), timezone) : offeredTime(timezone)}
          timezone={timezone}
          error={error}
          isBusy={isBusy}
          onSave={(wall) => void session.plan(wall, timezone, keepDate).then((done) => done && setOpen(false))}
          onClose={close}
        />
      ) : (
        <div className="review-actions">
          <button ref={opener} type="button" className="small-button" onClick={() => setOpen(true)}>
            {planned ? "Change time" : words.open}
          </button>
          {planned ? (
            <button
              type="button"
              className="small-button"
              aria-disabled={isBusy ? true : undefined}
              onClick={() => void session.cancelPlan()}
            >
              Cancel schedule
            </button>
          ) : null}
        </div>
      )}
    </section>
  );
}
