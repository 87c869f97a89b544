import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { EDITING_LIMITS } from "../../../domain/posts/editing-model.ts";
import { tagNamesQuery } from "./queries.ts";
import { lastOf, suggestionsFor } from "./suggestions.ts";

type TagsFieldProps = { value: string; error: string | undefined; onChange(typed: string): void };

/** Tags with commas between them; those that exist are suggested while one is typed. */
export function TagsField({ value, error, onChange }: TagsFieldProps) {
  const id = useId();
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
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setOpen(false);
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
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <div className="suggestions" id={`${id}-list`} role="listbox" aria-label="Existing tags" hidden={options.length === 0}>
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
