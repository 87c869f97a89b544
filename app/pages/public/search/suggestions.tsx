import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { isSearchable, searchTerm } from "../../../domain/search/search-rules.ts";
import { routes } from "../../../routes.ts";
import { fill } from "../../../texts/texts.ts";
import { FRESH, useApi } from "../../data.ts";
import { Marked } from "./marked.tsx";
import { texts } from "./texts.ts";

const MOST = 5;
/** A search waits this long after the last keystroke. */
const TYPING_MS = 200;

type SuggestionsProps = {
  /** becomes a combobox */
  input: HTMLInputElement;
  onChoose?: (() => void) | undefined;
};

type Option = { to: string; text: string; term?: string; forms?: string[] | undefined };

/** The last option leads to all results. Empty if there are none. */
function useOptions(term: string): Option[] {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["posts", "suggestions", term],
    queryFn: () => api.posts.list({ search: term, page: 1, limit: MOST }),
    enabled: isSearchable(term),
    staleTime: FRESH.search,
    placeholderData: (before) => before,
  });
  const found = isSearchable(term) && data ? data.posts : [];
  const marks = { term: data?.corrected ?? term, forms: data?.forms };
  const options: Option[] = found.map(({ slug, title }) => ({ to: routes.story(slug), text: title, ...marks }));
  if (options.length > 0) options.push({ to: routes.listing({ search: term }), text: fill(texts.allResults, { term }) });
  return options;
}

type SearchBoxEvents = {
  onTerm(term: string): void;
  onKey(event: KeyboardEvent): void;
  onBlur(): void;
};

/** What was typed before this was fetched counts, too. */
function useSearchBox(input: HTMLInputElement, events: SearchBoxEvents): void {
  const onTerm = useEffectEvent(events.onTerm);
  const onKey = useEffectEvent(events.onKey);
  const onBlur = useEffectEvent(events.onBlur);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const typed = () => {
      clearTimeout(timer);
      timer = setTimeout(() => onTerm(searchTerm(input.value)), TYPING_MS);
    };
    const left = () => {
      clearTimeout(timer);
      onBlur();
    };
    const key = (event: KeyboardEvent) => onKey(event);
    if (input.value) typed();
    input.addEventListener("input", typed);
    input.addEventListener("keydown", key);
    input.addEventListener("blur", left);
    return () => {
      clearTimeout(timer);
      input.removeEventListener("input", typed);
      input.removeEventListener("keydown", key);
      input.removeEventListener("blur", left);
    };
  }, [input]);
}

/** @param list the id of its list box, or null while none is shown @param active the place of the active option, or -1 */
function useCombobox(input: HTMLInputElement, list: string | null, active: number): void {
  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", String(list !== null));
    if (list !== null) input.setAttribute("aria-controls", list);
    else input.removeAttribute("aria-controls");
    if (list !== null && active >= 0) input.setAttribute("aria-activedescendant", `${list}-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }, [input, list, active]);
}

/** Chosen by arrow keys and Enter, or by pointer. */
export function Suggestions({ input, onChoose }: SuggestionsProps) {
  const navigate = useNavigate();
  const id = useId();
  const [term, setTerm] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const options = useOptions(term);
  const isShown = isOpen && options.length > 0;

  const go = (place: number) => {
    const option = options[place];
    if (!option) return;
    setOpen(false);
    onChoose?.();
    void navigate(option.to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more place than options: in it, none is chosen, and Enter searches.
      const places = options.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === "Enter" && isShown && active >= 0) {
      event.preventDefault();
      go(active);
    } else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === "Enter") setOpen(false);
  };
  const onTerm = (typed: string) => {
    setTerm(typed);
    setActive(-1);
    setOpen(true);
  };
  useSearchBox(input, { onTerm, onKey, onBlur: () => setOpen(false) });
  useCombobox(input, isShown ? id : null, active);

  if (!isShown) return null;
  return (
    <div className="suggestions" id={id} role="listbox" aria-label={texts.found}>
      {options.map(({ to, text, ...marks }, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the search box
        <div
          key={to}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          dir="auto"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => go(place)}
        >
          <Marked text={text} term={marks.term} forms={marks.forms} />
        </div>
      ))}
    </div>
  );
}
