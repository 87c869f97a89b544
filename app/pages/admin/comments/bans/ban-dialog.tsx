import { BAN_REASON_MAX, BAN_TIMES, type BanTime, HIDE_DAYS_MAX } from "../../../../domain/comments/bans/ban-rules.ts";
import { SelectField, TextArea } from "../../../../ui/form/described-fields.tsx";
import { FormAlert, useForm } from "../../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../../frame/dialog.tsx";
import { serverProblems } from "../../frame/form-problems.ts";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { commentCount, useUndoDecision } from "../moderation.ts";
import { CHANGED_BANS, createBan, liftBan } from "./queries.ts";

const LASTS: Record<BanTime, string> = { day: "A day", month: "A month (30 days)", forever: "For good" };

const HIDES = [
  { value: "", label: "Nothing" },
  { value: "1", label: "Of the last day" },
  { value: "7", label: "Of the last 7 days" },
  { value: "30", label: "Of the last 30 days" },
  { value: String(HIDE_DAYS_MAX), label: "All of their comments" },
];

/** Who is banned, as the row names them. */
export type Bannable = { kind: "user" | "guest"; id: string; name: string };

const failure = (message: string) => `Failed to ban: ${message}`;

export function BanDialog({ who, onClose }: { who: Bannable; onClose(): void }) {
  const undo = useUndoDecision();
  const { mutateAsync } = useAdminMutation({
    call: createBan,
    success: ({ hidden }) => `${who.name} is banned${hidden > 0 ? `, ${commentCount(hidden)} hidden` : ""}`,
    undo: ({ decision }) => undo(decision),
    failure,
    invalidates: CHANGED_BANS,
  });
  const state = useForm(async (value) => {
    const hidden = value("hide_days");
    const ban = { [`${who.kind}_id`]: who.id, lasts: value("lasts") as BanTime, reason: value("reason") };
    try {
      await mutateAsync({ ...ban, ...(hidden && { hide_days: Number(hidden) }) });
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure, { field: "reason" });
    }
  });
  return (
    <Dialog title={`Ban ${who.name}`} open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <p>They can’t comment, reply, edit, report or like. They can read, and delete what they have written.</p>
        <SelectField
          label="For how long"
          name="lasts"
          defaultValue="month"
          options={BAN_TIMES.map((value) => ({ value, label: LASTS[value] }))}
        />
        <TextArea
          label="Reason"
          name="reason"
          hint="For those who moderate. The export of their account has it, too."
          maxLength={BAN_REASON_MAX}
          error={state.errorOf("reason")}
        />
        <SelectField
          label="Hide their comments"
          name="hide_days"
          hint="Hidden comments are rejected. Undo in the message that follows shows them again; lifting the ban doesn’t."
          options={HIDES}
        />
        <DialogButtons state={state} label="Ban" busyLabel="Banning..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

export const useLiftBan = () =>
  useAdminMutation({
    call: liftBan,
    success: "Ban lifted",
    failure: (message) => `Failed to lift the ban: ${message}`,
    invalidates: CHANGED_BANS,
  });
