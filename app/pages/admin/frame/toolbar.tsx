import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { AdminIcon } from "./admin-icon.tsx";

type SelectFilterProps<V extends string> = {
  label: string;
  options: readonly FilterOption<V>[];
  value: V;
  onChange(value: V): void;
};

/** A choice among many options. Its label is for screen readers only; the first option says what it is about. */
export function SelectFilter<V extends string>({ label, options, value, onChange }: SelectFilterProps<V>) {
  return (
    <div className="select select-filter">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.count === undefined ? option.label : `${option.label} (${option.count})`}
          </option>
        ))}
      </select>
    </div>
  );
}

type FilterOption<V extends string = string> = { value: V; label: string; count?: number | undefined };

type FilterChipsProps<V extends string> = {
  label: string;
  options: readonly FilterOption<V>[];
  value: V;
  onChange(value: V): void;
};

const figures = new Intl.NumberFormat("en-US");

export function FilterChips<V extends string>({ label, options, value, onChange }: FilterChipsProps<V>) {
  return (
    <ButtonGroup className="chips" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="chip"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : <span className="chip-count">{figures.format(option.count)}</span>}
        </button>
      ))}
    </ButtonGroup>
  );
}

/** How long typing must pause before the search, in ms. */
const PAUSE = 250;

type SearchBoxProps = { label: string; placeholder?: string; value: string; onChange(value: string): void };

/** Searches shortly after the last key stroke, and at once on Enter. Escape clears it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  /** The last search from here. Its value may come back while the user types on, and must not replace the input. */
  const [asked, setAsked] = useState(value);
  const ask = useRef((_text: string) => {});
  useEffect(() => {
    ask.current = (text) => {
      setAsked(text);
      onChange(text);
    };
  });
  // The value has been changed from outside, such as by the browser's back button.
  if (value !== shown) {
    setShown(value);
    if (value !== asked) {
      setAsked(value);
      setTyped(value);
    }
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => ask.current(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <form
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault();
        // A form around it, also one that opened this dialog, is not to be sent.
        event.stopPropagation();
        ask.current(typed.trim());
      }}
    >
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <AdminIcon name="search" />
      <input
        id={id}
        type="search"
        placeholder={placeholder ?? `${label}...`}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === "") return;
          event.stopPropagation();
          setTyped("");
          ask.current("");
        }}
      />
    </form>
  );
}

export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="toolbar">{children}</div>;
}
