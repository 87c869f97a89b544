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
import { SCHEDULE } from "./texts.ts";

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
        hint={SCHEDULE.zone(timezone)}
        error={error}
        onChange={({ target }) => setWall(target.value)}
      />
      <div className="review-actions">
        <button type="submit" className="small-button" aria-disabled={isBusy ? true : undefined}>
          {isBusy ? SCHEDULE.scheduling : save}
        </button>
        <button type="button" className="small-button" onClick={onClose}>
          {SCHEDULE.cancel}
        </button>
      </div>
    </form>
  );
}

type PlanStateProps = { planned: NonNullable<SessionState["plan"]["planned"]>; words: (typeof SCHEDULE)["publish" | "update"] };

/** What is planned for when, and why the last plan failed. */
function PlanState({ planned, words }: PlanStateProps) {
  const { time } = useDates();
  return (
    <>
      <p className="plan-state">
        <AdminIcon name="clock" />
        <span>
          {`${words.will} `}
          <time dateTime={planned.at}>{time(planned.at)}</time>
        </span>
      </p>
      {planned.failure ? (
        <p className="plan-failure" role="alert">
          {SCHEDULE.failed(words.failed, planned.failure)}
        </p>
      ) : null}
    </>
  );
}

type PlanPanelProps = { session: Session; state: SessionState; keepDate: boolean };

/** What happens to the post by itself, and the way to plan it. */
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
  const words = SCHEDULE[planned?.kind ?? kind];
  const nothingToUpdate = kind === "update" && !planned && !isDirty(state) && state.draft.version === 0;
  const close = () => {
    session.dispatch({ type: "plan error dismissed" });
    setOpen(false);
  };
  return (
    <section className="editor-panel" aria-labelledby="plan-title">
      <h2 id="plan-title">{SCHEDULE.title}</h2>
      {planned ? <PlanState planned={planned} words={words} /> : null}
      {nothingToUpdate ? (
        <p className="plan-hint">{SCHEDULE.nothing}</p>
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
            {planned ? SCHEDULE.changeTime : words.open}
          </button>
          {planned ? (
            <button
              type="button"
              className="small-button"
              aria-disabled={isBusy ? true : undefined}
              onClick={() => void session.cancelPlan()}
            >
              {SCHEDULE.cancelSchedule}
            </button>
          ) : null}
        </div>
      )}
    </section>
  );
}
