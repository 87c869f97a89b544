import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { Category } from "../../../domain/categories/model.ts";
import { SEARCH_MAX_LENGTH, searchTerm } from "../../../domain/search/model.ts";
import { type ListingQuery, routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";

/** How long after the last keystroke a search starts, in ms. */
const TYPING_MS = 300;

/**
 * Search and category. A plain form that any browser can send; with the script it follows typing and choosing. Either
 * way a change leads to the first page of the new selection.
 */
export function Filters({ state, categories }: { state: ListingQuery; categories: Category[] }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The way back changes the address under the box; the box follows, unless it is being typed into.
  useEffect(() => {
    const input = box.current;
    if (input && searchTerm(input.value) !== (state.search ?? "") && document.activeElement !== input)
      input.value = state.search ?? "";
  }, [state.search]);

  const apply = (options: { replace?: boolean } = {}) => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const fields = new FormData(form.current);
    const text = (name: string) => searchTerm(String(fields.get(name) ?? "")) || undefined;
    const to = routes.listing({ search: text("search"), category: text("category"), tag: state.tag });
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

  return (
    <search>
      <form className="filters" action={routes.listing()} method="get" onSubmit={submit} ref={form}>
        <div className="search-form filter-search">
          <label className="sr-only" htmlFor="listing-search">
            Search articles
          </label>
          <Icon name="search" />
          <input
            id="listing-search"
            ref={box}
            type="search"
            name="search"
            placeholder="Search articles..."
            defaultValue={state.search}
            maxLength={SEARCH_MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
            onChange={onTyping}
          />
        </div>
        <div className="select">
          <label className="sr-only" htmlFor="listing-category">
            Category
          </label>
          <select
            id="listing-category"
            name="category"
            key={state.category}
            defaultValue={state.category ?? ""}
            onChange={() => apply()}
          >
            <option value="">All Categories</option>
            {categories.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {state.tag ? <input type="hidden" name="tag" value={state.tag} /> : null}
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}
