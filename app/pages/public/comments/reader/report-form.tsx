import { type FormEvent, useId, useState } from "react";
import { REPORT_REASON_MAX } from "../../../../domain/comments/model.ts";
import { failureOf } from "./failure.ts";
import { reportComment } from "./queries.ts";

type ReportFormProps = { id: string; onReported(): Promise<unknown>; onCancel(): void };

/** Tells the admins that a comment needs a look. */
export function ReportForm({ id, onReported, onCancel }: ReportFormProps) {
  const inputId = useId();
  const [reason, setReason] = useState("");
  const [message, setMessage] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await reportComment(id, reason);
      await onReported();
    } catch (error) {
      setMessage(failureOf(error).message);
    }
  };
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={inputId}>What is wrong with it? (optional)</label>
      <input
        id={inputId}
        type="text"
        maxLength={REPORT_REASON_MAX}
        value={reason}
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked for this form
        autoFocus
        onChange={(event) => setReason(event.target.value)}
      />
      {message ? (
        <p className="field-error" role="alert">
          {message}
        </p>
      ) : null}
      <p className="comment-buttons">
        <button type="submit" className="button button-solid">
          Report
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
