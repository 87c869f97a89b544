import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { useNavigate } from "react-router";
import { isSearchable, searchTerm } from "../../../domain/search/search-rules.ts";
import { routes } from "../../../routes.ts";
import { FRESH, useApi } from "../../data.ts";

/** How many titles are shown. */
const MOST = 5;
/** How long after the last keystroke the titles are looked up, in ms. */
const TYPING_MS = 200;

type SuggestionsProps = {
  /** the search box, which becomes a combobox */
  input: HTMLInputElement;
  /** called when the reader goes to one of the suggestions */
  onChoose?: (() => void) | undefined;
};

/** The titles of articles that a search would find, below its box. They are chosen by arrow keys and Enter, or by pointer. */
export function Suggestions({ input, onChoose }: SuggestionsProps) {
  const api = useApi();
  const navigate = useNavigate();
  const id = useId();
  const [term, setTerm] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { data } = useQuery({
    queryKey: ["posts", "suggestions", term],
    queryFn: () => api.posts.list({ search: term, page: 1, limit: MOST }),
    enabled: isSearchable(term),
    staleTime: FRESH.search,
    placeholderData: (before) => before,
  });
  const found = isSearchable(term) && data ? data.posts : [];
  const options = found.map(({ slug, title }) => ({ to: routes.story(slug), text: title }));
  if (options.length > 0) options.push({ to: routes.listing({ search: term }), text: `All results for “${term}”` });
  const isShown = isOpen && options.length > 0;

  const go = (place: number) => {
    const option = options[place];
    if (!option) return;
    setOpen(false);
    onChoose?.();
    void navigate(option.to);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
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
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      setTerm(searchTerm(input.value));
      setActive(-1);
      setOpen(true);
    };
    const typed = () => {
      clearTimeout(timer);
      timer = setTimeout(look, TYPING_MS);
    };
    const close = () => {
      clearTimeout(timer);
      setOpen(false);
    };
    const key = (event: KeyboardEvent) => onKey(event);
    // What was typed while this was being fetched.
    if (input.value) typed();
    input.addEventListener("input", typed);
    input.addEventListener("keydown", key);
    input.addEventListener("blur", close);
    return () => {
      clearTimeout(timer);
      input.removeEventListener("input", typed);
      input.removeEventListener("keydown", key);
      input.removeEventListener("blur", close);
    };
  }, [input]);

  useEffect(() => {
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", String(isShown));
    if (isShown) input.setAttribute("aria-controls", id);
    else input.removeAttribute("aria-controls");
    if (isShown && active >= 0) input.setAttribute("aria-activedescendant", `${id}-${active}`);
    else input.removeAttribute("aria-activedescendant");
  }, [input, id, isShown, active]);

  if (!isShown) return null;
  return (
    <div className="suggestions" id={id} role="listbox" aria-label="Articles">
      {options.map(({ to, text }, place) => (
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
          {text}
        </div>
      ))}
    </div>
  );
}
