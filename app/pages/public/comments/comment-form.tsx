import { type FormEvent, useId, useRef, useState } from "react";
import { forget } from "../../../browser/auth/state.ts";
import { COMMENT_MAX } from "../../../domain/comments/comment-rules.ts";
import { routes } from "../../../routes.ts";
import { plural } from "../../../texts/texts.ts";
import { PageLink } from "../page-link.tsx";
import { texts } from "./form-texts.ts";
import { failureOf } from "./reader-queries.ts";
import { threadPath } from "./thread-path.ts";

/** The key in local storage. */
const keyOf = (place: string) => `skylark.comment.${place}`;

/** Typed here earlier and not sent. */
function savedText(place: string): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? "";
  } catch {
    return "";
  }
}

/** What is typed survives a closed tab and the end of the session. */
function saveText(place: string, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(place), text);
    else localStorage.removeItem(keyOf(place));
  } catch {
    // The browser refuses storage, so the text is in the form alone.
  }
}

/** The text is stored at `place`, if one is given. */
function useStoredText(place: string | undefined, initial: string) {
  const [text, setText] = useState(() => initial || (place ? savedText(place) : ""));
  const change = (value: string) => {
    setText(value);
    if (place) saveText(place, value);
  };
  return [text, change] as const;
}

type CommentFormProps = {
  slug: string;
  label: string;
  button: string;
  /** without it, the text isn't stored */
  place?: string;
  initial?: string;
  focus?: boolean;
  /** an error it throws is shown, and the text stays */
  send(text: string, website: string): Promise<void>;
  onCancel?: () => void;
};

/** The form counts down when fewer characters than this are left. */
const COUNT_FROM = 500;

type Failure = ReturnType<typeof failureOf>;

/** This browser forgets the ended session first: the sign-in sends people who are signed in away. */
const SignInAgain = ({ slug }: { slug: string }) => (
  <PageLink to={routes.login(threadPath(slug))} onClick={forget}>
    {texts.login}
  </PageLink>
);

function CommentNotes({ id, slug, text, failure }: { id: string; slug: string; text: string; failure: Failure | null }) {
  const left = COMMENT_MAX - [...text].length;
  return (
    <div id={id} className="comment-about">
      {left < COUNT_FROM ? (
        <p>{left >= 0 ? plural(texts.charactersLeft, left) : plural(texts.charactersTooMany, -left)}</p>
      ) : null}
      {failure ? (
        <p className="field-error" role="alert">
          {failure.message} {failure.signedOut ? <SignInAgain slug={slug} /> : null}
        </p>
      ) : null}
    </div>
  );
}

/** Emptied only when the server has stored the text. */
export function CommentForm({ slug, label, button, place, initial = "", focus, send, onCancel }: CommentFormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, storeText] = useStoredText(place, initial);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const change = (value: string) => {
    storeText(value);
    setFailure(null);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const website = String(new FormData(event.currentTarget).get("website") ?? "");
    setBusy(true);
    setFailure(null);
    try {
      await send(text, website);
      change("");
    } catch (error) {
      setFailure(failureOf(error));
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={field}
        rows={4}
        dir="auto"
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the reader has just opened this form
        autoFocus={focus}
        readOnly={isBusy}
        aria-invalid={failure ? true : undefined}
        aria-describedby={`${id}-about`}
        onChange={(event) => change(event.target.value)}
      />
      {/* Hidden from people, also from those who use the keyboard. Programs that fill in every field give themselves away. */}
      <div className="comment-trap" aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label={texts.trap} />
      </div>
      <CommentNotes id={`${id}-about`} slug={slug} text={text} failure={failure} />
      <p className="comment-buttons">
        <button type="submit" className="button button-solid" aria-disabled={isBusy || undefined}>
          {isBusy ? texts.sending : button}
        </button>
        {onCancel ? (
          <button type="button" className="button" onClick={onCancel}>
            {texts.cancel}
          </button>
        ) : null}
      </p>
    </form>
  );
}
