import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { useNavigate, useNavigation } from "react-router";
import { pathTo } from "../../../base-path.ts";
import type { Category } from "../../../domain/categories/category.ts";
import { SEARCH_MAX_LENGTH, searchTerm } from "../../../domain/search/search-rules.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { texts } from "./texts.ts";

/** A search waits this long after the last keystroke. */
const TYPING_MS = 300;

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>;

const isOnLink = ({ target }: Event) => target instanceof Element && target.closest("a[href]") !== null;
const isLeaving = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && isOnLink(event);

/**
 * The search would bring readers back who go to another page. While a link is pressed, it waits, so that the results don't move under the
 * pointer.
 * @param schedule schedules the search again
 */
function useDroppedSearch(timer: Timer, schedule: () => void): void {
  const { location: goingTo } = useNavigation();
  useEffect(() => {
    if (goingTo && goingTo.pathname !== routes.listing()) clearTimeout(timer.current);
  }, [goingTo, timer]);

  const again = useRef(schedule);
  useEffect(() => {
    again.current = schedule;
  });
  useEffect(() => {
    let isPending = false;
    const drop = () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
    const hold = (event: PointerEvent) => {
      if (timer.current === undefined || !isOnLink(event)) return;
      drop();
      isPending = true;
    };
    const release = () => {
      if (isPending) again.current();
      isPending = false;
    };
    const leave = (event: MouseEvent) => {
      if (isLeaving(event)) drop();
    };
    document.addEventListener("pointerdown", hold, true);
    document.addEventListener("pointerup", release, true);
    document.addEventListener("pointercancel", release, true);
    document.addEventListener("click", leave, true);
    return () => {
      drop();
      document.removeEventListener("pointerdown", hold, true);
      document.removeEventListener("pointerup", release, true);
      document.removeEventListener("pointercancel", release, true);
      document.removeEventListener("click", leave, true);
    };
  }, [timer]);
}

function SearchField({ term, onTyping }: { term: string | undefined; onTyping(): void }) {
  const box = useRef<HTMLInputElement>(null);

  // Going back changes the URL. The search box follows, unless it has the focus.
  useEffect(() => {
    const input = box.current;
    if (input && searchTerm(input.value) !== (term ?? "") && document.activeElement !== input) input.value = term ?? "";
  }, [term]);

  return (
    <div className="search-form filter-search">
      <label className="sr-only" htmlFor="listing-search">
        {texts.searchArticles}
      </label>
      <Icon name="search" />
      <input
        id="listing-search"
        ref={box}
        type="search"
        name="search"
        placeholder={texts.searchPlaceholder}
        defaultValue={term}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        enterKeyHint="search"
        data-hotkey="/"
        onChange={onTyping}
      />
    </div>
  );
}

type CategorySelectProps = { category: string | undefined; categories: Category[]; onChange(): void };

function CategorySelect({ category, categories, onChange }: CategorySelectProps) {
  const select = useRef<HTMLSelectElement>(null);

  // Going back changes the URL. The category in it may be missing from the list at first, if it is new or was renamed.
  useEffect(() => {
    const isListed = categories.some(({ slug }) => slug === category);
    if (select.current) select.current.value = (isListed && category) || "";
  }, [category, categories]);

  return (
    <div className="select">
      <label className="sr-only" htmlFor="listing-category">
        {texts.category}
      </label>
      <select id="listing-category" ref={select} name="category" defaultValue={category ?? ""} onChange={onChange}>
        <option value="">{texts.allCategories}</option>
        {categories.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Works without a script; with it, the listing follows as the reader types and chooses. Each change leads to the first page. */
export function Filters({ state, categories }: { state: ListingQuery; categories: Category[] }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const apply = (options: { replace?: boolean } = {}) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!form.current) return;
    const fields = new FormData(form.current);
    const text = (name: string) => searchTerm(String(fields.get(name) ?? "")) || undefined;
    const to = routes.listing({
      search: text("search"),
      category: text("category"),
      tag: state.tag,
      language: state.language,
      sort: state.sort,
    });
    if (to !== routes.listing(state)) navigate(to, { preventScrollReset: true, ...options });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const onTyping = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, TYPING_MS, { replace: true });
  };
  useDroppedSearch(timer, onTyping);

  return (
    <search>
      <form className="filters" action={pathTo(routes.listing())} method="get" onSubmit={submit} ref={form}>
        <SearchField term={state.search} onTyping={onTyping} />
        <CategorySelect category={state.category} categories={categories} onChange={() => apply()} />
        {state.tag ? <input type="hidden" name="tag" value={state.tag} /> : null}
        {state.language ? <input type="hidden" name="language" value={state.language} /> : null}
        {state.sort ? <input type="hidden" name="sort" value={state.sort} /> : null}
        <button type="submit" className="button">
          {texts.search}
        </button>
      </form>
    </search>
  );
}
