import { useQuery } from "@tanstack/react-query";
import { AUDIT_DAY, AUDIT_ENTITIES, AUDIT_SEARCH_MIN } from "../../../domain/audit/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { SelectFilter } from "../frame/select-filter.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { capital } from "./audit-texts.ts";
import { DayFilter } from "./day-filter.tsx";
import { Entry } from "./entry.tsx";
import { auditQuery } from "./queries.ts";

const EVERYTHING = { search: "", who: "", entity: "", action: "", from: "", to: "", page: "1" };

const optionsOf = (all: string, values: readonly string[], value: string) => {
  // One that the address brings along and the log doesn't know is still what is in force.
  const known = value === "" || values.includes(value) ? values : [value, ...values];
  return [{ value: "", label: all }, ...known.map((one) => ({ value: one, label: capital(one) }))];
};

/** Who changed what in the back office, the previous values, and who signed in or tried to. */
export function Audit() {
  const { values, set, href, reset } = useListState(EVERYTHING);
  const [from, to] = [values.from, values.to].map((day) => (AUDIT_DAY.test(day) ? day : ""));
  const search = values.search.length < AUDIT_SEARCH_MIN ? "" : values.search;
  const query = useQuery(auditQuery({ ...values, search, from: from ?? "", to: to ?? "" }));
  const { who = [], actions = [] } = query.data?.filters ?? {};
  const isFiltered = Object.entries(EVERYTHING).some(([name, value]) => name !== "page" && values[name as "who"] !== value);
  const clear = (
    <button type="button" className="small-button" onClick={reset}>
      Clear filters
    </button>
  );
  return (
    <AdminPage
      title="Activity Log"
      lead="What was changed in the back office, and by whom. Sign-ins and password resets are under Account."
    >
      <Toolbar>
        <SearchBox label="Search activity" value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label="Who"
          options={optionsOf("Everybody", who, values.who).map((one) => ({ ...one, label: one.value || "Everybody" }))}
          value={values.who}
          onChange={(one) => set({ who: one })}
        />
        <SelectFilter
          label="What"
          options={optionsOf("Everything", AUDIT_ENTITIES, values.entity)}
          value={values.entity}
          onChange={(entity) => set({ entity })}
        />
        <SelectFilter
          label="Action"
          options={optionsOf("All actions", actions, values.action)}
          value={values.action}
          onChange={(action) => set({ action })}
        />
        <div className="day-filters">
          <DayFilter label="From" value={from ?? ""} max={to} onChange={(day) => set({ from: day })} />
          <DayFilter label="To" value={to ?? ""} min={from} onChange={(day) => set({ to: day })} />
        </div>
        {isFiltered ? clear : null}
      </Toolbar>
      <QueryView
        query={query}
        noun="activity"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title="No activity found"
            hint={isFiltered ? "Try other words or fewer filters." : "What admins change is noted here from now on."}
            action={isFiltered ? clear : undefined}
          />
        }
      >
        {({ items, ...pages }) => (
          <>
            <ol className="audit" aria-busy={query.isPlaceholderData || undefined}>
              {items.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </ol>
            <Pager {...pages} noun={pages.total_is_capped ? "entries and more" : "entries"} href={href} />
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
