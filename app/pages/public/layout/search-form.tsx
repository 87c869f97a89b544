import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { searchTerm } from "../../../domain/search/model.ts";
import { routes } from "../../../routes.ts";
import { Icon } from "../../../ui/icon/icon.tsx";

/** The header's search: a plain form, answered within the page where the script runs. `onSearch` closes a menu around it. */
export function SearchForm({ id, onSearch }: { id: string; onSearch?: () => void }) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = searchTerm(String(new FormData(event.currentTarget).get("search") ?? ""));
    onSearch?.();
    navigate(routes.listing({ search }));
  };
  return (
    <search>
      <form className="search-form" action={routes.listing()} method="get" onSubmit={submit}>
        <label className="sr-only" htmlFor={id}>
          Search articles
        </label>
        <Icon name="search" />
        <input
          id={id}
          type="search"
          name="search"
          placeholder="Search..."
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          data-hotkey="/"
        />
      </form>
    </search>
  );
}
