import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { EDITING_LIMITS } from "../../../../domain/posts/edit-rules.ts";
import { foldText } from "../../../../platform/fold-text.ts";
import { tagNamesQuery } from "../queries.ts";

const SHOWN = 6;

/** Splits the text into the part before the tag that is being typed, and that tag. */
function lastOf(typed: string): { before: string; last: string } {
  const comma = typed.lastIndexOf(",");
  return { before: typed.slice(0, comma + 1), last: typed.slice(comma + 1).trim() };
}

/**
 * Existing tags that match the tag being typed: those that begin with it before those that contain it.
 * @returns only tags that the post doesn't have yet
 */
export function suggestionsFor(typed: string, names: string[]): string[] {
  const { before, last } = lastOf(typed);
  if (last === "") return [];
  const wanted = foldText(last);
  const taken = new Set(before.split(",").map((name) => foldText(name.trim())));
  const fits = (name: string) => name.includes(wanted) && name !== wanted && !taken.has(name);
  const rank = (name: string) => (foldText(name).startsWith(wanted) ? 0 : 1);
  return names
    .filter((name) => fits(foldText(name)))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, SHOWN);
}

type TagsFieldProps = { value: string; error: string | undefined; onChange(typed: string): void };

/** The tags that are suggested for the one being typed, the active one of them, and how one is taken. */
function useSuggestions(value: string, onChange: (typed: string) => void) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { last } = lastOf(useDeferredValue(value));
  const { data } = useQuery({ ...tagNamesQuery(last.slice(0, EDITING_LIMITS.tagMax)), enabled: isOpen && last !== "" });
  const options = isOpen
    ? suggestionsFor(
        value,
        (data?.items ?? []).map(({ name }) => name),
      )
    : [];

  const take = (name: string) => {
    const { before } = lastOf(value);
    onChange(`${before}${before ? " " : ""}${name}, `);
    setActive(-1);
  };
  const open = () => {
    setOpen(true);
    setActive(-1);
  };
  const close = () => setOpen(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return close();
    if (options.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      take(chosen);
    }
  };
  return { options, active, take, open, close, onKeyDown };
}

export function TagsField({ value, error, onChange }: TagsFieldProps) {
  const id = useId();
  const { options, active, take, open, close, onKeyDown } = useSuggestions(value, onChange);

  return (
    <div className="field tags-field">
      <label htmlFor={id}>Tags</label>
      <div className="field-input">
        <input
          id={id}
          name="tags"
          value={value}
          role="combobox"
          autoComplete="off"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          onChange={({ target }) => {
            onChange(target.value);
            open();
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <div className="option-list" id={`${id}-list`} role="listbox" aria-label="Existing tags" hidden={options.length === 0}>
          {options.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </div>
          ))}
        </div>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : (
        <p className="field-hint" id={`${id}-hint`}>
          Separated by commas
        </p>
      )}
    </div>
  );
}
