import { useEffect, useId, useRef, useState } from "react";
import { AdminIcon } from "./admin-icon.tsx";

/** How long typing rests before it is searched for, in ms. */
const PAUSE = 250;

type SearchBoxProps = { label: string; placeholder?: string; value: string; onChange(value: string): void };

/** Searches while somebody types, a moment after the last key; at Enter at once. Escape empties it. */
export function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  /** What was last asked for here: it may arrive when somebody has typed on, and takes nothing of that away. */
  const [asked, setAsked] = useState(value);
  const ask = useRef((_text: string) => {});
  useEffect(() => {
    ask.current = (text) => {
      setAsked(text);
      onChange(text);
    };
  });
  // The list has been changed from elsewhere, such as by the way back.
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
