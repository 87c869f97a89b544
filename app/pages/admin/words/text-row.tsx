import { memo, useId } from "react";
import type { ReaderText, WordPart } from "../../../domain/words/words.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { isMissing, savedText, type Typed } from "./text-groups.ts";
import type { WordsForm } from "./use-words-form.ts";

type PartFieldProps = {
  part: WordPart;
  language: string;
  value: string;
  error: string | undefined;
  onChange(text: string): void;
};

/** The English text is the field's label. Line breaks that are pasted become blanks. */
function PartField({ part, language, value, error, onChange }: PartFieldProps) {
  const id = useId();
  return (
    <div className="word">
      <label htmlFor={id}>
        {part.form ? <span className="word-form">{part.form}: </span> : null}
        <span>{part.english}</span>
      </label>
      <div className="field">
        <div className="field-input">
          <textarea
            id={id}
            rows={1}
            lang={language}
            dir="auto"
            autoComplete="off"
            value={value}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, " "))}
          />
        </div>
        {error ? (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}

type TextRowProps = {
  text: ReaderText;
  language: string;
  /** of this text's parts */
  typed: Typed;
  errors: Typed;
} & Pick<WordsForm, "change" | "restore">;

const textIn = (typed: Typed, part: WordPart) => typed[part.key] ?? savedText(part);

const isOriginal = (typed: Typed) => (part: WordPart) =>
  part.own === null ? !(part.key in typed) : typed[part.key] === "" || typed[part.key] === part.shipped;

function Row({ text, language, typed, errors, change, restore }: TextRowProps) {
  const { parts } = text;
  const hasOriginal = parts.some(({ shipped }) => shipped !== null);
  return (
    <li>
      {parts.map((part) => (
        <PartField
          key={part.key}
          part={part}
          language={language}
          value={textIn(typed, part)}
          error={errors[part.key]}
          onChange={(next) => change(part, next)}
        />
      ))}
      {isMissing(text) ? <p className="word-note">Readers see the English text.</p> : null}
      {hasOriginal && !parts.every(isOriginal(typed)) ? (
        <p className="word-note">
          <button type="button" className="small-button" onClick={() => restore(parts)}>
            <AdminIcon name="retry" />
            <span>
              Restore the original
              <span className="sr-only"> of {parts[0]?.english}</span>
            </span>
          </button>
        </p>
      ) : null}
    </li>
  );
}

const isSame = (a: Typed, b: Typed, { parts }: ReaderText) => parts.every(({ key }) => a[key] === b[key]);

/** A key stroke in one text renders no other. */
export const TextRow = memo(
  Row,
  (before, after) =>
    before.text === after.text &&
    before.language === after.language &&
    isSame(before.typed, after.typed, after.text) &&
    isSame(before.errors, after.errors, after.text),
);
