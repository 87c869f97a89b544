import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { TRASH_DAYS, TRASH_KINDS, type TrashItem, type TrashKind } from "../../../domain/trash/model.ts";
import { Link } from "../../../ui/link/link.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { BulkBar } from "../frame/bulk-bar.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { FilterChips } from "../frame/filter-chips.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { useSelection } from "../frame/use-selection.ts";
import { TRASH_AT_FIRST, trashQuery } from "./queries.ts";
import { keyOf, TrashTable } from "./trash-table.tsx";
import { KINDS } from "./trash-texts.ts";
import { useTrashActions } from "./use-trash-actions.ts";

const NONE: TrashItem[] = [];
const isKind = (text: string): text is TrashKind => (TRASH_KINDS as readonly string[]).includes(text);

/** What was deleted and can still be brought back. */
export function Trash() {
  const { values, set, href, reset } = useListState(TRASH_AT_FIRST);
  const trash = useQuery(trashQuery(values));
  const items = trash.data?.items ?? NONE;
  const counts = trash.data?.counts;
  const ids = useMemo(() => items.map(keyOf), [items]);
  const selection = useSelection(ids);
  const { selected, clear } = selection;
  const { bringBack, remove, empty, isBusy } = useTrashActions();
  const kind = isKind(values.kind) ? values.kind : undefined;
  const held = counts?.[kind ?? "all"] ?? 0;
  const isNarrowed = values.search !== "" || values.kind !== "";
  const nothing = isNarrowed ? (
    <NothingFound title="Nothing found" hint="Try another search, or show all of it." showAll="Show all" onShowAll={reset} />
  ) : (
    <EmptyState title="The trash is empty" hint={`What is deleted waits here for ${TRASH_DAYS} days before it is gone.`} />
  );
  const kinds = [
    { value: "", label: "All", count: counts?.all },
    ...TRASH_KINDS.map((one) => ({ value: one as string, label: KINDS[one].label, count: counts?.[one] })),
  ];
  const chosen = items.filter((item) => selected.has(keyOf(item)));
  return (
    <AdminPage
      title="Trash"
      lead={
        <>
          {`What was deleted can be brought back for ${TRASH_DAYS} days. Pictures wait in the `}
          <Link to={`${adminRoutes.media()}?show=trash`}>media library</Link>.
        </>
      }
      actions={
        // What a search hides must not go along unseen.
        held > 0 && values.search === "" ? (
          <button type="button" className="button" disabled={isBusy} onClick={() => void empty(kind, held)}>
            Empty Trash
          </button>
        ) : null
      }
    >
      <Toolbar>
        <SearchBox label="Search trash" value={values.search} onChange={(search) => set({ search })} />
        <FilterChips label="Kind" options={kinds} value={values.kind} onChange={(next) => set({ kind: next })} />
      </Toolbar>
      <QueryView query={trash} noun="trash" isEmpty={({ total }) => total === 0} empty={nothing}>
        {({ items: rows, counts: _, ...paging }) => (
          <div className="trash-list">
            <BulkBar count={selected.size} onClear={clear}>
              <button
                type="button"
                className="small-button"
                disabled={isBusy}
                onClick={() => void bringBack(chosen).then((done) => done && clear())}
              >
                Restore
              </button>
            </BulkBar>
            <TrashTable
              items={rows}
              selection={selection}
              busy={trash.isPlaceholderData}
              onRestore={(item) => void bringBack([item])}
              onDelete={(item) => void remove(item)}
            />
            <Pager {...paging} noun="items" href={href} />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}
