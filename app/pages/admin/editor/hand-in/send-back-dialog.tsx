import { useState } from "react";
import { NOTE_LIMITS, REMARKS_MAX } from "../../../../domain/previews/preview-rules.ts";
import { TextArea } from "../../../../ui/form/described-fields.tsx";
import { Dialog } from "../../frame/dialog.tsx";
import { useAdminMutation } from "../../frame/use-admin-mutation.ts";
import { CHANGED_POSTS } from "../../posts/queries.ts";
import type { Session } from "../session/create-session.ts";
import { type HandIn, type Remark, sendBackPost } from "./use-hand-in.ts";

type RemarkFieldsProps = { remark: Remark; number: number; isRefused: boolean; onChange(remark: Remark): void };

function RemarkFields({ remark, number, isRefused, onChange }: RemarkFieldsProps) {
  const isEmpty = isRefused && remark.text.trim() === "";
  return (
    <fieldset className="hand-in-remark">
      <legend className="sr-only">{`Remark ${number}`}</legend>
      <TextArea
        label="Remark"
        name={`remark-${number}`}
        value={remark.text}
        maxLength={NOTE_LIMITS.text}
        isRequired
        error={isEmpty ? "A remark can’t be empty" : undefined}
        onChange={({ target }) => onChange({ ...remark, text: target.value })}
      />
      <TextArea
        label="Passage that it is about"
        name={`passage-${number}`}
        value={remark.quote}
        maxLength={NOTE_LIMITS.quote}
        rows={1}
        hint="Optional"
        onChange={({ target }) => onChange({ ...remark, quote: target.value })}
      />
    </fieldset>
  );
}

/** What is selected in the text. */
const selectedPassage = (): string => {
  const selection = getSelection();
  const isInText = selection?.anchorNode?.parentElement?.closest(".editor-main") != null;
  return isInText ? String(selection).replace(/\s+/g, " ").trim().slice(0, NOTE_LIMITS.quote) : "";
};

type SendBackDialogProps = { id: string; session: Session; handIn: HandIn; onClose(): void };

export function SendBackDialog({ id, session, handIn, onClose }: SendBackDialogProps) {
  const [remarks, setRemarks] = useState<Remark[]>(() => [{ text: "", quote: selectedPassage() }]);
  const [isRefused, setRefused] = useState(false);
  const sending = useAdminMutation({
    call: sendBackPost,
    success: "Sent back with your remarks",
    failure: (message) => `Failed to send back: ${message}`,
    invalidates: [...CHANGED_POSTS, ["admin", "review"], ["admin", "audit"]],
  });
  const submit = () => {
    if (remarks.some(({ text }) => text.trim() === "")) return setRefused(true);
    if (sending.isPending) return;
    const onSuccess = () => {
      session.dispatch({ type: "planned", planned: null });
      handIn.change(null);
    };
    sending.mutate({ id, remarks }, { onSuccess });
  };
  const change = (at: number, remark: Remark) => setRemarks(remarks.map((one, index) => (index === at ? remark : one)));
  return (
    <Dialog
      title="Send back"
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button button-solid" aria-disabled={sending.isPending || undefined} onClick={submit}>
            {sending.isPending ? "Sending back..." : "Send back"}
          </button>
        </>
      }
    >
      <div className="hand-in-fields">
        <p>The contributor gets your remarks by email and can change the post again. They stay with the post under Review.</p>
        {remarks.map((remark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: remarks are only added at the end
          <RemarkFields key={at} remark={remark} number={at + 1} isRefused={isRefused} onChange={(next) => change(at, next)} />
        ))}
        {remarks.length < REMARKS_MAX ? (
          <button type="button" className="small-button" onClick={() => setRemarks([...remarks, { text: "", quote: "" }])}>
            Add a remark
          </button>
        ) : null}
      </div>
    </Dialog>
  );
}
