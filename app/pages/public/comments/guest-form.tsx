import { useId } from "react";
import { pathTo } from "../../../base-path.ts";
import { COMMENT_MAX } from "../../../domain/comments/comment-rules.ts";
import { GUEST_NAME_MAX } from "../../../domain/comments/guests/guest-rules.ts";
import { routes } from "../../../routes.ts";
import { texts } from "./texts.ts";

type GuestFieldsProps = {
  /** the article's slug */
  post: string;
  replyTo?: string | null;
  name?: string;
  email?: string;
  content?: string;
  /** texts below the fields */
  errors?: { name?: string | undefined; email?: string | undefined; content?: string | undefined };
};

/** What a browser checks itself, the server checks, too: it counts code points. */
export function GuestFields({ post, replyTo, name = "", email = "", content = "", errors = {} }: GuestFieldsProps) {
  const id = useId();
  const about = (field: "name" | "email" | "content") =>
    errors[field] ? { "aria-invalid": true, "aria-describedby": `${id}-${field}-error` } : {};
  const error = (field: "name" | "email" | "content") =>
    errors[field] ? (
      <p id={`${id}-${field}-error`} className="field-error">
        {errors[field]}
      </p>
    ) : null;
  return (
    <>
      <input type="hidden" name="post" value={post} />
      {replyTo ? <input type="hidden" name="reply_to" value={replyTo} /> : null}
      <label htmlFor={`${id}-content`}>{texts.guestText}</label>
      <textarea
        id={`${id}-content`}
        name="content"
        rows={4}
        dir="auto"
        required
        maxLength={COMMENT_MAX * 2}
        defaultValue={content}
        {...about("content")}
      />
      {error("content")}
      <label htmlFor={`${id}-name`}>{texts.guestName}</label>
      <input
        id={`${id}-name`}
        type="text"
        name="name"
        dir="auto"
        autoComplete="name"
        required
        maxLength={GUEST_NAME_MAX * 2}
        defaultValue={name}
        {...about("name")}
      />
      {error("name")}
      <label htmlFor={`${id}-email`}>{texts.guestEmail}</label>
      <input
        id={`${id}-email`}
        type="email"
        name="email"
        autoComplete="email"
        required
        defaultValue={email}
        {...(errors.email ? about("email") : { "aria-describedby": `${id}-hint` })}
      />
      {error("email")}
      <p id={`${id}-hint`} className="comment-note">
        {texts.guestHint}
      </p>
      {/* Hidden from people, also from those who use the keyboard. Programs that fill in every field give themselves away. */}
      <div className="comment-trap" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label={texts.guestTrap} />
      </div>
    </>
  );
}

/** Works without a script: the answer is a page, which knows whether the browser is a guest's. */
export const GuestFollow = ({ slug }: { slug: string }) => (
  <form method="post" action={pathTo(routes.followAsGuest())} className="comments-follow">
    <input type="hidden" name="post" value={slug} />
    <button type="submit" className="button">
      {texts.guestFollow}
    </button>
  </form>
);

/** Works without a script: the answer is a page. */
export const GuestForm = ({ slug }: { slug: string }) => (
  <details className="guest-form">
    <summary>{texts.guestOpen}</summary>
    <form method="post" action={pathTo(routes.guestComment())} className="comment-form">
      <GuestFields post={slug} />
      <p className="comment-buttons">
        <button type="submit" className="button button-solid">
          {texts.guestSend}
        </button>
        <a className="text-link" href={pathTo(routes.guest())}>
          {texts.guestOwn}
        </a>
      </p>
    </form>
  </details>
);
