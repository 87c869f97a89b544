import { useState } from "react";
import { failureOf } from "./failure.ts";
import { deleteComment } from "./queries.ts";

type DeleteQuestionProps = { id: string; onDeleted(): Promise<unknown>; onCancel(): void };

/** Asks once more before one's own comment goes. */
export function DeleteQuestion({ id, onDeleted, onCancel }: DeleteQuestionProps) {
  const [message, setMessage] = useState("");
  const remove = async () => {
    try {
      await deleteComment(id);
      // Its place is about to go: the keyboard goes on at the head of the conversation.
      document.getElementById("comments-title")?.focus();
      await onDeleted();
    } catch (error) {
      setMessage(failureOf(error).message);
    }
  };
  return (
    <div className="comment-form">
      <p role="status">Delete this comment? This can't be undone.</p>
      {message ? (
        <p className="field-error" role="alert">
          {message}
        </p>
      ) : null}
      <p className="comment-buttons">
        {/* biome-ignore lint/a11y/noAutofocus: the reader has just asked this question */}
        <button type="button" className="button button-danger" autoFocus onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Keep it
        </button>
      </p>
    </div>
  );
}
