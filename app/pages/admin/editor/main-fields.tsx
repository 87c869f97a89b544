import { type KeyboardEvent, type TextareaHTMLAttributes, useEffect, useId, useLayoutEffect, useRef } from "react";
import { goToField } from "./check/jump.ts";
import type { PostValues } from "./form-input.ts";
import type { Problem } from "./post-values.ts";

export type FieldsProps = {
  values: PostValues;
  isNew: boolean;
  errorOf(field: Problem["field"]): string | undefined;
  onChange(patch: Partial<PostValues>): void;
};

type PaperFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  hint?: string;
  isRequired: boolean;
};

const GROWS = "field-sizing";

/** A text on the page without a box: its label is for screen readers, everybody else sees the placeholder. It grows with its text. */
function PaperField({ label, error, hint, isRequired, value, ...area }: PaperFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (!field.current || CSS.supports(GROWS, "content")) return;
    field.current.style.height = "auto";
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [value]);
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={`paper-field paper-${area.name}`}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <textarea
        {...area}
        ref={field}
        id={id}
        rows={1}
        value={value}
        dir="auto"
        aria-required={isRequired ? true : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {isRequired && value === "" ? (
        <span className="field-required" aria-hidden="true">
          required
        </span>
      ) : null}
      {hint ? (
        <p className="sr-only" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

const goesOnTo = (next: "description" | "content") => (event: KeyboardEvent) => {
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  goToField(next);
};

export function MainFields({ values, isNew, errorOf, onChange, onTitle }: FieldsProps & { onTitle(title: string): void }) {
  const fields = useRef<HTMLDivElement>(null);
  // A new post begins with its title. A post that is opened begins with its heading, like every screen.
  useEffect(() => {
    if (!isNew) return;
    // In a frame of its own: after a navigation the heading would take the focus in this one.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.closest(".editor-main, dialog")) return;
      fields.current?.querySelector("textarea")?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isNew]);
  return (
    <div className="paper-fields" ref={fields}>
      <PaperField
        label="Title"
        name="title"
        placeholder="Title"
        isRequired
        value={values.title}
        error={errorOf("title")}
        onChange={({ target }) => onTitle(target.value.replace(/\s*\n\s*/g, " "))}
        onKeyDown={goesOnTo("description")}
      />
      <PaperField
        label="Description"
        name="description"
        placeholder="One or two sentences that make people read on"
        hint="Shown under the title and on cards. If empty, the excerpt is used."
        isRequired={isNew && values.kind === "post"}
        value={values.description}
        error={errorOf("description")}
        onChange={({ target }) => onChange({ description: target.value })}
        onKeyDown={goesOnTo("content")}
      />
    </div>
  );
}
