import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import { COMMENT_MAX } from "../../../domain/comments/comment-rules.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_COMMENTS, sendReply } from "./queries.ts";

type ReplyBoxProps = { comment: AdminComment; name: string; onClose(): void };

/** Where a reply is written, within the row of what it answers. What can't be sent stays in it. */
export function ReplyBox({ comment, name, onClose }: ReplyBoxProps) {
  const field = useId();
  const [text, setText] = useState("");
  const reply = useAdminMutation({
    call: sendReply,
    success: "Reply published",
    failure: (message) => `Failed to publish reply: ${message}`,
    invalidates: CHANGED_COMMENTS,
  });
  const problem = reply.error ? messageOf(reply.error, "The server could not be reached.") : null;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() === "" || reply.isPending) return;
    reply.mutate({ id: comment.id, content: text }, { onSuccess: onClose });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && text.trim() === "") onClose();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
  };
  return (
    <form className="reply-box" onSubmit={send}>
      <label htmlFor={field}>{`Reply to ${name}`}</label>
      <div className="field-input">
        <textarea
          id={field}
          rows={3}
          required
          maxLength={COMMENT_MAX}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: it opens because somebody asked to write in it
          autoFocus
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${field}-error` : undefined}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {problem ? (
        <p className="field-error" id={`${field}-error`}>
          {problem}
        </p>
      ) : null}
      <p className="reply-buttons">
        <button type="submit" className="small-button" disabled={reply.isPending}>
          {comment.status === "pending" ? "Approve and reply" : "Publish reply"}
        </button>
        <button type="button" className="small-button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** Whether a comment can be answered: one that readers see, or will once it is approved. */
export const canReply = ({ status, post }: AdminComment): boolean => status !== "rejected" && post.status === "published";
