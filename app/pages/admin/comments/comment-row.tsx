import { type FormEvent, type KeyboardEvent, memo, useId, useRef, useState } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import type { AdminComment } from "../../../domain/comments/comment.ts";
import { ALIKE_MAX, COMMENT_MAX, type COMMENT_STATUSES } from "../../../domain/comments/comment-rules.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { Badge } from "../frame/badge.tsx";
import { Ago } from "../frame/dates.tsx";
import { Menu, type MenuItem } from "../frame/menu.tsx";
import { useOfficeUser } from "../frame/office-user.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { type Bannable, useLiftBan } from "./bans/ban-dialog.tsx";
import { HeldBecause } from "./filter.tsx";
import { canReply, type Moderation, SPAM_REASON, STATUS } from "./moderation.ts";
import { CHANGED_COMMENTS, sendReply } from "./queries.ts";

type ReplyBoxProps = { comment: AdminComment; name: string; onClose(): void };

/** The form for a reply, within the row of its comment. A text that could not be sent stays in it. */
function ReplyBox({ comment, name, onClose }: ReplyBoxProps) {
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
          dir="auto"
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

/** The order in which the specification names them (section 4). */
const ORDER = ["approved", "pending", "rejected"] as const satisfies readonly (typeof COMMENT_STATUSES)[number][];

type CommentMenuProps = {
  comment: AdminComment;
  name: string;
  moderation: Moderation;
  onReply(id: string): void;
  onBan(who: Bannable): void;
};

/** Null if there is nobody to ban, or this user may not. */
function useBanItem({ author, guest, guest_name }: AdminComment, onBan: (who: Bannable) => void): MenuItem | null {
  const person = useOfficeUser();
  const lift = useLiftBan();
  const writer = author ?? guest;
  if (!writer) return null;
  const subject = { id: writer.id, role: "user", grants: author?.is_team ? ["some"] : [] };
  if (!commentPolicy.ban.allows(person, subject)) return null;
  const { id, ban } = writer;
  return ban
    ? { label: "Lift ban", onSelect: () => lift.mutate(ban.id), disabled: lift.isPending }
    : { label: "Ban", onSelect: () => onBan({ kind: author ? "user" : "guest", id, name: nameOf(author, guest_name) }) };
}

function CommentMenu({ comment, name, moderation, onReply, onBan }: CommentMenuProps) {
  const ban = useBanItem(comment, onBan);
  const { status, is_spam, reports } = comment;
  const { setState, remove, isBusy } = moderation;
  const items: MenuItem[] = ORDER.filter((one) => one !== status).map((one) => ({
    label: STATUS[one].verb,
    onSelect: () => setState(comment, { status: one }),
    disabled: isBusy,
  }));
  if (canReply(comment)) items.unshift({ label: "Reply", onSelect: () => onReply(comment.id) });
  items.push(
    is_spam
      ? { label: "Not spam", onSelect: () => setState(comment, { is_spam: false, status: "pending" }), disabled: isBusy }
      : { label: "Mark as Spam", onSelect: () => setState(comment, { is_spam: true }), disabled: isBusy },
  );
  // Setting the current status again settles the reports.
  if (reports.length > 0 && status !== "pending")
    items.push({ label: "Dismiss reports", onSelect: () => setState(comment, { status }), disabled: isBusy });
  if (ban) items.push(ban);
  items.push({ label: "Delete", tone: "danger", onSelect: () => void remove(comment), disabled: isBusy });
  return <Menu label={`Actions for ${name}`} items={items} />;
}

/** How much of a comment is shown at first, in characters. */
const SHOWN = 600;

function CommentText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const characters = [...text];
  const isCut = !isWhole && characters.length > SHOWN;
  return (
    <>
      <p className="moderated-text" dir="auto">
        {isCut ? `${characters.slice(0, SHOWN).join("")}…` : text}
      </p>
      {isCut ? (
        <button type="button" className="text-link" onClick={() => setWhole(true)}>
          Show all
        </button>
      ) : null}
    </>
  );
}

type Author = { full_name: string | null; email?: string | null } | null;

const nameOf = (author: Author, guest: string | null = null) =>
  author ? author.full_name || author.email || "A reader" : (guest ?? "A former reader");

function Who({ status, is_spam, spam_reason, author, guest, guest_name, created_at, edited_at, reports }: AdminComment) {
  return (
    <p className="moderated-who">
      <strong dir="auto">{nameOf(author, guest_name)}</strong>
      {author?.full_name && author.email ? <span>{author.email}</span> : null}
      {guest ? <Badge tone="blue">Guest</Badge> : null}
      {guest?.email ? <span>{guest.email}</span> : null}
      <Ago iso={created_at} />
      {edited_at ? <span>edited</span> : null}
      <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
      {is_spam ? <Badge tone="red">{spam_reason ? `Spam: ${SPAM_REASON[spam_reason]}` : "Spam"}</Badge> : null}
      {!is_spam && spam_reason ? <Badge tone="amber">{`Held: ${SPAM_REASON[spam_reason]}`}</Badge> : null}
      {(author ?? guest)?.ban ? <Badge tone="red">Banned</Badge> : null}
      {reports.length > 0 ? <Badge tone="blue">{`Reported ${reports.length}×`}</Badge> : null}
    </p>
  );
}

function Article({ post, id, status }: AdminComment) {
  const address = `${routes.story(post.slug)}#${status === "approved" ? `comment-${id}` : "comments"}`;
  const article =
    post.status === "published" ? (
      <a href={pathTo(address)} target="_blank" rel="noreferrer" title={post.title}>
        <bdi>{post.title}</bdi>
      </a>
    ) : (
      <Link to={adminRoutes.editPost(post.id)} title={post.title}>
        <bdi>{post.title}</bdi>
        {` (${post.status})`}
      </Link>
    );
  return <p className="moderated-article">on {article}</p>;
}

function Parent({ parent, is_reply }: AdminComment) {
  if (!parent) return is_reply ? <p className="moderated-parent">In reply to a deleted comment.</p> : null;
  return (
    <blockquote className="moderated-parent">
      <p>{`In reply to ${nameOf(parent.author)}:`}</p>
      <p dir="auto">{parent.content}</p>
    </blockquote>
  );
}

function Reports({ reports }: Pick<AdminComment, "reports">) {
  if (reports.length === 0) return null;
  return (
    <ul className="moderated-reports" aria-label="Reports">
      {reports.map(({ reason, created_at }) => (
        <li key={`${created_at} ${reason}`}>
          <bdi>{reason || "No reason given"}</bdi> · <Ago iso={created_at} />
        </li>
      ))}
    </ul>
  );
}

type CommentRowProps = {
  comment: AdminComment;
  moderation: Moderation;
  isSelected: boolean;
  isAnswered: boolean;
  onSelect(id: string): void;
  /** selects it and those alike */
  onAlike(comment: AdminComment): void;
  /** opens the box for a reply; null closes it */
  onReply(id: string | null): void;
  onBan(who: Bannable): void;
};

/**
 * One comment with everything that is needed to decide on it. It can be focused, for the keys. It is memoized, so that an unchanged
 * comment isn't rendered again with the list.
 */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { comment, moderation, isSelected, isAnswered, onSelect, onAlike, onReply, onBan } = props;
  const row = useRef<HTMLLIElement>(null);
  const { id, status, author, guest_name, content, reports } = comment;
  const { setState, isBusy } = moderation;
  const name = `the comment by ${nameOf(author, guest_name)}`;
  // The keys continue from this row.
  const close = () => {
    onReply(null);
    row.current?.focus();
  };
  return (
    <li ref={row} className="moderated" data-comment={id} data-selected={isSelected || undefined} tabIndex={-1} aria-label={name}>
      <label className="choose">
        <input type="checkbox" checked={isSelected} onChange={() => onSelect(id)} />
        <span className="sr-only">{`Select ${name}`}</span>
      </label>
      <div className="moderated-head">
        <Who {...comment} />
        <Article {...comment} />
      </div>
      <div className="moderated-main">
        <Parent {...comment} />
        <CommentText text={content} />
        <HeldBecause {...comment} />
        {comment.alike ? (
          <button type="button" className="text-link" onClick={() => onAlike(comment)}>
            {`Alike (${comment.alike < ALIKE_MAX ? comment.alike : `${ALIKE_MAX}+`})`}
            <span className="sr-only">{`: select ${name} and those alike`}</span>
          </button>
        ) : null}
        <Reports reports={reports} />
        {isAnswered ? <ReplyBox comment={comment} name={nameOf(author, guest_name)} onClose={close} /> : null}
      </div>
      <div className="moderated-actions">
        {status === "pending" ? (
          <div className="moderated-decide">
            {(["approved", "rejected"] as const).map((next) => (
              <button
                key={next}
                type="button"
                className="small-button"
                disabled={isBusy}
                onClick={() => setState(comment, { status: next })}
              >
                {STATUS[next].verb}
                <span className="sr-only">{` ${name}`}</span>
              </button>
            ))}
          </div>
        ) : null}
        <CommentMenu comment={comment} name={name} moderation={moderation} onReply={onReply} onBan={onBan} />
      </div>
    </li>
  );
});
