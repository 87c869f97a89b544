import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { AdminPage } from "./admin-page.tsx";
import { Pager } from "./pager.tsx";
import { EmptyState, NothingFound, QueryView } from "./query-view.tsx";
import { SavedFilters } from "./saved-filters.tsx";
import { SearchBox, Toolbar } from "./toolbar.tsx";
import { DensityToggle } from "./use-density.tsx";
import type { ListState } from "./use-list-state.ts";

/** What a list's table knows of it, as `DataTable` takes it. */
export type TableState = { sort: string; onSort(sort: string): void; busy: boolean };

type PageOfRows = { items: readonly unknown[]; total: number; page: number; pages: number; limit: number };

type ListScreenProps<Page extends PageOfRows> = {
  title: string;
  lead?: ReactNode;
  /** buttons next to the title */
  actions?: ReactNode;
  list: ListState<Record<string, string>>;
  query: UseQueryResult<Page, Error>;
  /** what is loaded, in the plural, for the error */
  noun: string;
  /** what the pager counts, if that is another noun */
  rowNoun?: string;
  /** between the title and the toolbar */
  before?: ReactNode;
  search?: { label: string; placeholder?: string };
  /** the filters next to the search */
  filters?: ReactNode;
  /** the list's name in this browser's storage, if its filters can be saved and its density chosen */
  savedAs?: string;
  /** between the toolbar and the rows */
  notice?: ReactNode;
  /** a page without rows; by default only the one of an empty list */
  isEmpty?(page: Page): boolean;
  empty: ComponentProps<typeof EmptyState>;
  /** in place of `empty` while a search or a filter hides rows; its title is that of `empty` by default */
  nothingFound?: { title?: string; hint: string; showAll: string } | undefined;
  /** of the element around the rows and the pager */
  className?: string;
  children(page: Page, table: TableState): ReactNode;
  /** what is below the list, and its dialogs */
  after?: ReactNode;
};

const isWithoutRows = ({ total }: PageOfRows) => total === 0;

/** A screen with one list: search, filters, rows, pages, and what it says when there are none. */
export function ListScreen<Page extends PageOfRows>(props: ListScreenProps<Page>) {
  const { title, lead, actions, list, query, noun, rowNoun = noun, before, notice, after } = props;
  const { isEmpty = isWithoutRows, empty, nothingFound, className, children } = props;
  const { values, isNarrowed, set, href, ahead, reset } = list;
  const table = { sort: values.sort ?? "", onSort: (sort: string) => set({ sort }), busy: query.isPlaceholderData };
  const nothing =
    isNarrowed && nothingFound ? (
      <NothingFound title={empty.title} {...nothingFound} onShowAll={reset} />
    ) : (
      <EmptyState {...empty} />
    );
  return (
    <AdminPage title={title} lead={lead} actions={actions}>
      {before}
      <ListToolbar {...props} />
      {notice}
      <QueryView query={query} noun={noun} isEmpty={isEmpty} empty={nothing}>
        {(page) => (
          <div className={className}>
            {children(page, table)}
            <Pager
              page={page.page}
              pages={page.pages}
              total={page.total}
              limit={page.limit}
              noun={rowNoun}
              href={href}
              ahead={ahead}
            />
          </div>
        )}
      </QueryView>
      {after}
    </AdminPage>
  );
}

type ListToolbarProps = Pick<ListScreenProps<PageOfRows>, "list" | "search" | "filters" | "savedAs">;

function ListToolbar({ list, search, filters, savedAs }: ListToolbarProps) {
  return (
    <Toolbar>
      {search ? <SearchBox {...search} {...list.filter("search")} /> : null}
      {filters}
      {savedAs ? (
        <>
          <DensityToggle />
          <SavedFilters list={savedAs} address={list.href({ page: "1" })} />
        </>
      ) : null}
    </Toolbar>
  );
}
