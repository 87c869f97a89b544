import { useState } from "react";
import { HAND_IN_NOTE_MAX } from "../../../../domain/posts/hand-ins/hand-in-rules.ts";
import { TextArea } from "../../../../ui/form/described-fields.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CHANGED_POSTS } from "../../posts/queries.ts";
import type { Session } from "../session/create-session.ts";
import { isDirty } from "../session/reduce-session.ts";
import { type HandIn, handInPost } from "./use-hand-in.ts";

/** Saves first, so that the editor gets what is on the screen. @returns whether there is nothing left to save */
function saveAll(session: Session): Promise<boolean> {
  session.flush();
  const { stored } = session.get();
  if (stored.id === null) return session.save({ status: "draft" });
  return isDirty(session.get()) ? session.save() : Promise.resolve(true);
}

type DialogProps = { session: Session; handIn: HandIn; onClose(): void };

function HandInDialog({ session, handIn, onClose }: DialogProps) {
  const [note, setNote] = useState("");
  const [isSaving, setSaving] = useState(false);
  const handing = useAdminMutation({
    call: handInPost,
    success: "Handed in. You’ll get an email once an editor has decided.",
    failure: (message) => `Failed to hand in: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const isBusy = isSaving || handing.isPending;
  const submit = async () => {
    if (isBusy) return;
    setSaving(true);
    const isSaved = await saveAll(session);
    setSaving(false);
    const { id, version } = session.get().stored;
    if (!isSaved || id === null) return onClose();
    handing.mutate({ id, note, version }, { onSuccess: ({ handed_in }) => handIn.change(handed_in) });
  };
  return (
    <Dialog
      title="Hand in"
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button button-solid" aria-disabled={isBusy || undefined} onClick={() => void submit()}>
            {isBusy ? "Handing in..." : "Hand in"}
          </button>
        </>
      }
    >
      <div className="hand-in-fields">
        <p>An editor publishes the post or sends it back with remarks. Until then you can’t change it.</p>
        <TextArea
          label="Note to the editor"
          name="note"
          value={note}
          maxLength={HAND_IN_NOTE_MAX}
          rows={4}
          hint="Optional: what is still open, or when it should appear."
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Dialog>
  );
}

export function HandInButton({ session, handIn, isDisabled }: Omit<DialogProps, "onClose"> & { isDisabled: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-solid"
        aria-disabled={isDisabled || undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isDisabled)}
      >
        Hand in
      </button>
      {isOpen ? <HandInDialog session={session} handIn={handIn} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
