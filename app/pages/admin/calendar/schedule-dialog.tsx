import { adminRoutes } from "../../../admin-routes.ts";
import { momentOf } from "../../../platform/time/zone.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useForm } from "../../../ui/form/use-form.tsx";
import { Link } from "../../../ui/link.tsx";
import { useSite } from "../../data.ts";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { schedulePost, scheduleProblem } from "./schedule-post.ts";

export type Choice = { id: string; title: string };

/** What the dialog begins with; `at` is what the site's clocks show then: `2026-01-31T09:00`. */
export type Asked = { at: string; post?: Choice };

const CHANGED = [
  ["admin", "posts"],
  ["admin", "dashboard"],
] as const;

type ScheduleFormProps = {
  asked: Asked;
  choices: readonly Choice[];
  /** @param id the post that was scheduled, if one was */
  onClose(id?: string): void;
};

function ScheduleForm({ asked: { at, post }, choices, onClose }: ScheduleFormProps) {
  const { timezone } = useSite();
  const schedule = useAdminMutation({
    call: ({ id, time }: { id: string; time: Date }) => schedulePost(id, { kind: "publish", at: time }),
    success: "Post scheduled",
    invalidates: CHANGED,
  });
  const state = useForm(async (value) => {
    const time = momentOf(value("at"), timezone);
    if (!time) return { fields: { at: "Choose a day and a time" } };
    try {
      await schedule.mutateAsync({ id: value("post"), time });
      onClose(value("post"));
    } catch (error) {
      return { fields: { at: scheduleProblem(error) } };
    }
  });
  const posts = post && !choices.some(({ id }) => id === post.id) ? [post, ...choices] : choices;
  return (
    <form {...state.form} className="form">
      <SelectField
        label="Post"
        name="post"
        defaultValue={post?.id}
        options={posts.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <Field
        type="datetime-local"
        label="Publish at"
        name="at"
        defaultValue={at}
        hint={`Site time zone: ${timezone}`}
        error={state.errorOf("at")}
      />
      <DialogButtons state={state} label="Schedule" busyLabel="Scheduling..." onCancel={() => onClose()} />
    </form>
  );
}

export function ScheduleDialog({ asked, choices, onClose }: Omit<ScheduleFormProps, "asked"> & { asked: Asked | null }) {
  if (!asked) return null;
  const isEmpty = choices.length === 0 && !asked.post;
  return (
    <Dialog title="Schedule a post" open size="small" onClose={() => onClose()}>
      {isEmpty ? (
        <p>
          No drafts are waiting for a date.
          <Link className="text-link" to={adminRoutes.createPost()}>
            Create New Post
          </Link>
        </p>
      ) : (
        <ScheduleForm asked={asked} choices={choices} onClose={onClose} />
      )}
    </Dialog>
  );
}
