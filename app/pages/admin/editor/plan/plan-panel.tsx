import { type FormEvent, useEffect, useRef, useState } from "react";
import { addDays } from "../../../../platform/time/day.ts";
import { localDay, wallTime } from "../../../../platform/time/zone.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { toast } from "../../../../ui/toast/toast.ts";
import { AdminIcon } from "../../frame/admin-icon.tsx";
import { useDates } from "../../frame/dates.tsx";
import { NO_DRAFT } from "../autosave-api.ts";
import { valuesOf } from "../post-values.ts";
import { readPost } from "../queries.ts";
import type { Editing } from "../use-editor.ts";
import { useInvalidation } from "../use-invalidation.ts";
import { planKindOf, usePlan } from "./use-plan.ts";

/** How long after its time a plan is looked after first, how often then, and for how long, in ms. */
const FIRST = 5000;
const EVERY = 5000;
const AT_MOST = 90_000;
/** No timer of a browser is set further ahead, in ms. */
const FARTHEST = 2 ** 31 - 1;

/**
 * Follows a plan whose time comes while the post is open: once it was carried out the form holds the post as it stands then. What
 * is unsaved by that time stays as it is; saving it leads to the usual choice between the two.
 */
function useArrival(editing: Editing, onRenewed: () => void): void {
  const { planned, stored, isDirty, set, setStored, setKept, setPlanned } = editing;
  const changed = useInvalidation();
  const { id } = stored;
  const at = planned && !planned.failure ? Date.parse(planned.at) : null;
  useEffect(() => {
    if (id === null || at === null || isDirty) return;
    let isOver = false;
    const look = async () => {
      const post = await readPost(id).catch(() => null);
      if (isOver) return;
      if (!post || (post.planned && !post.planned.failure)) {
        if (Date.now() < at + AT_MOST) timer = setTimeout(look, EVERY);
        return;
      }
      setPlanned(post.planned);
      if (post.planned || post.staged_at !== null) return;
      setKept(NO_DRAFT());
      setStored({ id, version: post.version, values: valuesOf(post) });
      set(valuesOf(post));
      onRenewed();
      changed();
      toast({ title: "Published as planned", tone: "success" });
    };
    const wait = Math.max(0, at - Date.now()) + FIRST;
    let timer = wait < FARTHEST ? setTimeout(look, wait) : undefined;
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, at, isDirty, set, setStored, setKept, setPlanned, onRenewed, changed]);
}

/** Tomorrow at nine, by the site's clocks. */
const tomorrow = (timezone: string) => `${addDays(localDay(Date.now(), timezone), 1)}T09:00`;

const WORDS = {
  publish: { at: "Publish at", open: "Schedule…", save: "Schedule", will: "Will be published on", failed: "published" },
  update: { at: "Update at", open: "Schedule…", save: "Schedule update", will: "These changes go out on", failed: "updated" },
};

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
        hint={`By the site's clocks: ${timezone}`}
        error={error}
        onChange={({ target }) => setWall(target.value)}
      />
      <div className="review-actions">
        <button type="submit" className="small-button" aria-disabled={isBusy ? true : undefined}>
          {isBusy ? "Scheduling..." : save}
        </button>
        <button type="button" className="small-button" onClick={onClose}>
          Never mind
        </button>
      </div>
    </form>
  );
}

type PlanPanelProps = { editing: Editing; keepDate: boolean; keepNow(): Promise<boolean>; onRenewed(): void };

/** What happens to the post by itself, and the way to plan it. */
export function PlanPanel({ editing, keepDate, keepNow, onRenewed }: PlanPanelProps) {
  const { planned, kept, isDirty } = editing;
  const [isOpen, setOpen] = useState(false);
  const { plan, cancel, error, isBusy, timezone, forgive } = usePlan({ editing, keepDate, keepNow });
  useArrival(editing, onRenewed);
  const { time } = useDates();
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const kind = planKindOf(editing);
  const words = WORDS[planned?.kind ?? kind];
  const nothingToUpdate = kind === "update" && !planned && !isDirty && kept.version === 0;
  const close = () => {
    forgive();
    setOpen(false);
  };
  return (
    <section className="editor-panel" aria-labelledby="plan-title">
      <h2 id="plan-title">Schedule</h2>
      {planned ? (
        <p className="plan-state">
          <AdminIcon name="clock" />
          <span>
            {`${words.will} `}
            <time dateTime={planned.at}>{time(planned.at)}</time>
          </span>
        </p>
      ) : null}
      {planned?.failure ? (
        <p className="plan-failure" role="alert">
          {`It could not be ${words.failed} as planned: ${planned.failure}`}
        </p>
      ) : null}
      {nothingToUpdate ? (
        <p className="plan-hint">Change something, and it can go out at a time of your choice.</p>
      ) : isOpen ? (
        <TimeForm
          label={words.at}
          save={words.save}
          begin={planned ? wallTime(new Date(planned.at), timezone) : tomorrow(timezone)}
          timezone={timezone}
          error={error}
          isBusy={isBusy}
          onSave={(wall) => void plan(wall).then((done) => done && setOpen(false))}
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
              onClick={() => void cancel()}
            >
              Cancel schedule
            </button>
          ) : null}
        </div>
      )}
    </section>
  );
}
