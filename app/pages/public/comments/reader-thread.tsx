import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import type { OwnThread, PublicComment, ThreadPage } from "../../../domain/comments/comment.ts";
import { REPORT_REASON_MAX } from "../../../domain/comments/comment-rules.ts";
import type { Post } from "../../../domain/posts/post-shapes.ts";
import { fill } from "../../../texts/texts.ts";
import { useSite } from "../../data.ts";
import { CommentForm } from "./comment-form.tsx";
import { texts } from "./form-texts.ts";
import {
  addComment,
  deleteComment,
  editComment,
  failureOf,
  followThread,
  ownThreadQuery,
  reportComment,
  useRefreshThread,
} from "./reader-queries.ts";
import { commenter, Thread } from "./thread.tsx";

type ReportFormProps = { id: string; onReported(): Promise<unknown>; onCancel(): void };

function ReportForm({ id, onReported, onCancel }: ReportFormProps) {
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
      <label htmlFor={inputId}>{texts.reportReason}</label>
      <input
        id={inputId}
        type="text"
        maxLength={REPORT_REASON_MAX}
        value={reason}
        // biome-ignore lint/a11y/noAutofocus: the reader has just opened this form
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
          {texts.report}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </p>
    </form>
  );
}

type DeleteQuestionProps = { id: string; onDeleted(): Promise<unknown>; onCancel(): void };

function DeleteQuestion({ id, onDeleted, onCancel }: DeleteQuestionProps) {
  const [message, setMessage] = useState("");
  const remove = async () => {
    try {
      await deleteComment(id);
      // The focused button is about to disappear, so the focus moves to the heading of the thread.
      document.getElementById("comments-title")?.focus();
      await onDeleted();
    } catch (error) {
      setMessage(failureOf(error).message);
    }
  };
  return (
    <div className="comment-form">
      <p role="status">{texts.removeQuestion}</p>
      {message ? (
        <p className="field-error" role="alert">
          {message}
        </p>
      ) : null}
      <p className="comment-buttons">
        {/* biome-ignore lint/a11y/noAutofocus: the reader has just asked for this question */}
        <button type="button" className="button button-danger" autoFocus onClick={() => void remove()}>
          {texts.remove}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </p>
    </div>
  );
}

/** Readers who share a browser don't see each other's unsent texts. */
const placeOf = (person: Person, { id }: { id: string }) => `${person.id}.${id}`;

type CommentActionsProps = {
  person: Person;
  slug: string;
  isOpen: boolean;
  comment: PublicComment;
  own: OwnThread;
  onChanged(): Promise<unknown>;
  onReply(content: string, website: string, replyTo: string): Promise<unknown>;
};

type EditFormProps = { slug: string; content: string; send(text: string): Promise<void>; onCancel(): void };

const EditForm = ({ content, ...form }: EditFormProps) => (
  <CommentForm {...form} label={texts.yourComment} button={texts.save} initial={content} focus />
);

type Open = "reply" | "edit" | "delete" | "report" | null;

/** Focuses the first button if that one is gone. @returns a ref for what contains the buttons, which name their form in `data-opens` */
function useWayBack(open: Open) {
  const buttons = useRef<HTMLParagraphElement>(null);
  const last = useRef<Open>(null);
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (open || !before || document.activeElement !== document.body) return;
    const all = [...(buttons.current?.querySelectorAll("button") ?? [])];
    (all.find(({ dataset }) => dataset.opens === before) ?? all[0])?.focus({ preventScroll: true });
  }, [open]);
  return buttons;
}

function CommentActions({ person, slug, isOpen, comment, own, onChanged, onReply }: CommentActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const buttons = useWayBack(open);
  const mine = own.comments.find(({ id }) => id === comment.id);
  const waits = mine?.status === "pending";
  // Other people's comments come without their author's id, and they are approved.
  const subject = { author_id: mine ? person.id : null, status: mine?.status ?? ("approved" as const) };
  const may = (ability: "reply" | "edit" | "deleteOwn" | "report") => commentPolicy[ability].allows(person, subject);
  const isReported = own.reported.includes(comment.id);
  const close = () => setOpen(null);
  const after = (work: Promise<unknown>) => work.then(close);

  if (open === "delete") return <DeleteQuestion id={comment.id} onDeleted={onChanged} onCancel={close} />;
  if (open === "report") return <ReportForm id={comment.id} onReported={() => after(onChanged())} onCancel={close} />;
  if (open === "edit" && mine) {
    const save = async (text: string) => {
      await editComment(comment.id, text);
      await after(onChanged());
    };
    return <EditForm slug={slug} content={mine.content} send={save} onCancel={close} />;
  }
  if (open === "reply") {
    const send = (content: string, website: string) => after(onReply(content, website, comment.id));
    const label = fill(texts.yourReply, { name: commenter(comment) });
    return (
      <CommentForm
        slug={slug}
        label={label}
        button={texts.reply}
        place={placeOf(person, comment)}
        focus
        send={send}
        onCancel={close}
      />
    );
  }
  const action = (name: string, what: Open) => (
    <button type="button" data-opens={what} onClick={() => setOpen(what)}>
      {name}
      <span className="sr-only">{` (${commenter(comment)})`}</span>
    </button>
  );
  return (
    <>
      {waits ? <p className="comment-note">{texts.waiting}</p> : null}
      <p ref={buttons} className="comment-actions">
        {isOpen && may("reply") ? action(texts.reply, "reply") : null}
        {mine?.editable_until && may("edit") ? action(texts.edit, "edit") : null}
        {may("deleteOwn") ? action(texts.remove, "delete") : null}
        {may("report") && !isReported ? action(texts.report, "report") : null}
        {isReported ? <span>{texts.reported}</span> : null}
      </p>
    </>
  );
}

type FollowButtonProps = { slug: string; following: boolean; onChanged(): Promise<unknown>; onNews(news: string): void };

function FollowButton({ slug, following, onChanged, onNews }: FollowButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const change = async () => {
    if (isBusy) return;
    setBusy(true);
    onNews("");
    try {
      await followThread(slug, !following);
      onNews(following ? texts.unfollowed : texts.followed);
      await onChanged();
    } catch {
      onNews(texts.notFollowed);
    }
    setBusy(false);
  };
  return (
    <p className="comments-follow">
      <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => void change()}>
        {following ? texts.unfollow : texts.follow}
      </button>
    </p>
  );
}

type ReaderThreadProps = {
  person: Person;
  post: Post;
  page: ThreadPage;
  /** whether the reader sees a comment of theirs that nobody else does */
  onWaiting(hasWaiting: boolean): void;
};

/** Shows the reader's own pending comments, too, and a form to add one. */
export function ReaderThread({ person, post, page, onWaiting }: ReaderThreadProps) {
  const { slug } = post;
  const isOpen = useSite().allowComments && post.comments_open;
  const { data: own } = useQuery(ownThreadQuery(slug));
  const refresh = useRefreshThread(slug);
  const [news, setNews] = useState("");
  const [sent, setSent] = useState<string[]>([]);
  const onChanged = () => {
    setNews("");
    return refresh();
  };
  const send = async (content: string, website: string, replyTo: string | null = null) => {
    // The news is about the comment before. Screen readers read it again only if it has been gone.
    setNews("");
    const { id, status } = await addComment(slug, { content, website, ticket: own?.ticket ?? "", reply_to: replyTo });
    setSent((before) => [...before, id]);
    setNews(status === "approved" ? texts.approved : texts.pending);
    await refresh();
  };
  // A new comment is shown even if its page of a long thread isn't.
  const shown = own?.comments.filter(({ id, status }) => status === "pending" || sent.includes(id)) ?? [];
  const hasWaiting = shown.some(({ status }) => status === "pending");
  useEffect(() => onWaiting(hasWaiting), [onWaiting, hasWaiting]);
  return (
    <>
      <Thread
        slug={slug}
        page={page}
        own={shown}
        actions={(comment) =>
          own ? (
            <CommentActions
              person={person}
              slug={slug}
              isOpen={isOpen}
              comment={comment}
              own={own}
              onChanged={onChanged}
              onReply={send}
            />
          ) : null
        }
      />
      <p className="comments-news" role="status">
        {news}
      </p>
      {own && (isOpen || own.following) ? (
        <FollowButton slug={slug} following={own.following} onChanged={refresh} onNews={setNews} />
      ) : null}
      {isOpen ? (
        <CommentForm slug={slug} label={texts.yourComment} button={texts.postComment} place={placeOf(person, post)} send={send} />
      ) : null}
    </>
  );
}
