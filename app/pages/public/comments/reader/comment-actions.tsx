import { useState } from "react";
import type { OwnComment, OwnThread, PublicComment } from "../../../../domain/comments/model.ts";
import { commenter } from "../comment.tsx";
import { CommentForm } from "./comment-form.tsx";
import { DeleteQuestion } from "./delete-question.tsx";
import { addComment, editComment } from "./queries.ts";
import { ReportForm } from "./report-form.tsx";

type CommentActionsProps = {
  slug: string;
  /** whether the article takes comments */
  isOpen: boolean;
  comment: PublicComment;
  /** the reader's part in the conversation */
  own: OwnThread;
  onChanged(): Promise<unknown>;
  onSent(comment: OwnComment): Promise<unknown>;
};

type Open = "reply" | "edit" | "delete" | "report" | null;

/** What a reader can do with a comment: answer it, report it, change or delete their own. */
export function CommentActions({ slug, isOpen, comment, own, onChanged, onSent }: CommentActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const mine = own.comments.find(({ id }) => id === comment.id);
  const waits = mine?.status === "pending";
  const close = () => setOpen(null);
  const after = (work: Promise<unknown>) => work.then(close);

  if (open === "delete") return <DeleteQuestion id={comment.id} onDeleted={onChanged} onCancel={close} />;
  if (open === "report") return <ReportForm id={comment.id} onReported={() => after(onChanged())} onCancel={close} />;
  if (open === "edit" && mine) {
    const save = async (text: string) => {
      await editComment(comment.id, text);
      await after(onChanged());
    };
    return (
      <CommentForm slug={slug} label="Your comment" button="Save" initial={mine.content} focus send={save} onCancel={close} />
    );
  }
  if (open === "reply") {
    const send = async (content: string, website: string) => {
      const sent = await addComment(slug, { content, website, ticket: own.ticket, reply_to: comment.id });
      await after(onSent(sent));
    };
    const label = `Your reply to ${commenter(comment)}`;
    return <CommentForm slug={slug} label={label} button="Reply" place={comment.id} focus send={send} onCancel={close} />;
  }
  const action = (name: string, what: Open) => (
    <button type="button" onClick={() => setOpen(what)}>
      {name}
      <span className="sr-only">{` (${commenter(comment)})`}</span>
    </button>
  );
  return (
    <>
      {waits ? <p className="comment-note">Waiting for approval. Only you can see it.</p> : null}
      <p className="comment-actions">
        {isOpen && !waits ? action("Reply", "reply") : null}
        {mine?.editable_until ? action("Edit", "edit") : null}
        {mine ? action("Delete", "delete") : null}
        {!mine && !own.reported.includes(comment.id) ? action("Report", "report") : null}
        {own.reported.includes(comment.id) ? <span>Reported</span> : null}
      </p>
    </>
  );
}
