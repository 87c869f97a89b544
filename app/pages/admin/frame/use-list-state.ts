import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

type Values = Record<string, string>;

/** The address of `values`: only values that differ from the defaults, in the order of the defaults. */
export function listAddress(pathname: string, defaults: Values, values: Values): string {
  const shown = Object.keys(defaults).flatMap((name): [string, string][] => {
    const value = values[name] ?? "";
    return value === defaults[name] ? [] : [[name, value]];
  });
  return shown.length > 0 ? `${pathname}?${new URLSearchParams(shown)}` : pathname;
}

/** The values of the known names in a query string. A missing one has its default. */
export function listValues<T extends Values>(defaults: T, search: string): T {
  const query = new URLSearchParams(search);
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, query.get(name) ?? value])) as T;
}

/** Any change other than of the page goes back to the first page. */
export function changedValues<T extends Values>(defaults: T, values: T, patch: Partial<T>): T {
  const turns = "page" in patch || !("page" in defaults);
  return { ...values, ...patch, ...(turns ? {} : { page: defaults.page }) };
}

/** The names of a list's state that don't narrow it. */
const ARRANGING = ["page", "sort"];

export type ListState<T extends Values> = {
  values: T;
  /** whether a search or a filter hides rows */
  isNarrowed: boolean;
  /** changes some of the values; typing in a search adds no history entry */
  set(patch: Partial<T>): void;
  /** the value of one filter and its change, as the filters of the toolbar take them */
  filter(name: keyof T & string): { value: string; onChange(value: string): void };
  /** the address after a change */
  href(patch: Partial<T>): string;
  /** fetches the data of such an address before it is opened */
  ahead(patch: Partial<T>): void;
  reset(): void;
};

/**
 * The state of a list. It is stored only in the address, so that reloads, back navigation and shared links show the same.
 * @param defaults every name of the query string with its default value; `page`, `sort` and `search` have a special meaning
 * @param ask fetches the data for `values`; called before the navigation, so that the request runs while the screen renders
 */
export function useListState<T extends Values>(
  defaults: T,
  ask?: (client: QueryClient, values: T) => Promise<unknown>,
): ListState<T> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  // Callers pass a new object in each render, so the content is compared.
  const known = JSON.stringify(defaults);
  const values = useMemo(() => listValues(JSON.parse(known) as T, search), [known, search]);
  const href = useCallback(
    (patch: Partial<T>) => {
      const names = JSON.parse(known) as T;
      return listAddress(pathname, names, changedValues(names, values, patch));
    },
    [known, pathname, values],
  );
  const ahead = useCallback(
    (patch: Partial<T>) => void ask?.(client, changedValues(JSON.parse(known) as T, values, patch)),
    [ask, client, known, values],
  );
  const set = useCallback(
    (patch: Partial<T>) => {
      ahead(patch);
      // Rendered within the event: a transition could take longer than the server's answer.
      void navigate(href(patch), { replace: "search" in patch, preventScrollReset: true, flushSync: true });
    },
    [ahead, navigate, href],
  );
  const reset = useCallback(() => void navigate(pathname, { preventScrollReset: true }), [navigate, pathname]);
  const filter = (name: keyof T & string) => ({
    value: values[name] ?? "",
    onChange: (value: string) => set({ [name]: value } as Partial<T>),
  });
  const isNarrowed = Object.entries(defaults).some(([name, value]) => !ARRANGING.includes(name) && values[name] !== value);
  return { values, isNarrowed, set, filter, href, ahead, reset };
}
