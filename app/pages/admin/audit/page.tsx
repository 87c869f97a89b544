import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { AUDIT_DAY, AUDIT_ENTITIES, AUDIT_SEARCH_MIN, type AuditRow } from "../../../domain/audit/audit.ts";
import { body, query } from "../../../http/api/admin/client.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Ago, useDates } from "../frame/dates.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { SelectFilter } from "../frame/toolbar.tsx";
import { type ListState, useListState } from "../frame/use-list-state.ts";

/** The filters of the log; an empty text filters nothing. */
type AuditFilter = { search: string; who: string; entity: string; action: string; from: string; to: string; page: string };

const ACTIVITY_FRESH = 2 * 60_000;

const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["admin", "audit", filter],
    queryFn: () => body(adminApi.audit.$get({ query: query(filter) as never })),
    placeholderData: keepPreviousData,
    staleTime: ACTIVITY_FRESH,
  });

function valueText(value: unknown): string {
  if (value === null || value === undefined) return "(nothing)";
  if (value === "") return "(empty)";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.map(valueText).join(", ");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, one]) => `${nameText(name)}: ${valueText(one)}`)
      .join("; ");
  }
  return String(value);
}

/** A field's name in words: `published_at` is "Published at", `siteName` "Site name". */
const nameText = (name: string): string =>
  capital(
    name
      .replace(/\.(\d+)\./g, (_, place) => ` ${Number(place) + 1} `)
      .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
      .replace(/[_.]/g, " ")
      .replace(/\bpicture/g, "image"),
  );

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Changes({ at, before, after }: Pick<AuditRow, "at" | "before" | "after">) {
  const dates = useDates();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <div className="audit-changes">
      <p className="row-note">{dates.time(at)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {before ? <th scope="col">Before</th> : null}
            {after ? <th scope="col">After</th> : null}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{nameText(name)}</th>
              {before ? <td data-side="Before">{valueText(before[name])}</td> : null}
              {after ? <td data-side="After">{valueText(after[name])}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TITLES: Record<string, string> = {
  "post begun": "Draft started",
  "post staged": "Changes saved",
  "import picture fetch begun": "Fetching images started",
  "import picture fetch finished": "Fetching images finished",
};

function Entry({ entry }: { entry: AuditRow }) {
  const { at, actor_email, action, entity, label, before, after } = entry;
  return (
    <li>
      <details className="audit-entry">
        <summary>
          <AdminIcon name="down" />
          <span className="audit-what">
            <strong>{TITLES[`${entity} ${action}`] ?? `${capital(entity)} ${action}`}</strong>{" "}
            <span className="audit-label">{label}</span>
          </span>
          <span className="audit-who">{actor_email}</span>
          <Ago iso={at} />
        </summary>
        {before || after ? (
          <Changes at={at} before={before} after={after} />
        ) : (
          <p className="audit-nothing">There are no details.</p>
        )}
      </details>
    </li>
  );
}

type DayFilterProps = {
  label: string;
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChange(day: string): void;
};

function DayFilter({ label, value, min, max, onChange }: DayFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <div className="day-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={typed}
        min={min || undefined}
        max={max || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === "" || (AUDIT_DAY.test(target.value) && target.value >= "1000")) onChange(target.value);
        }}
      />
    </div>
  );
}

const EVERYTHING = { search: "", who: "", entity: "", action: "", from: "", to: "", page: "1" };

const optionsOf = (all: string, values: readonly string[], value: string) => {
  // A value from the URL that the log doesn't know is still the filter in use.
  const known = value === "" || values.includes(value) ? values : [value, ...values];
  return [{ value: "", label: all }, ...known.map((one) => ({ value: one, label: capital(one) }))];
};

type FiltersProps = {
  list: ListState<AuditFilter>;
  days: { from: string; to: string };
  /** who and what is in the log */
  known: { who: string[]; actions: string[] } | undefined;
};

function Filters({
  list: { values, filter },
  days: { from, to },
  known: { who, actions } = { who: [], actions: [] },
}: FiltersProps) {
  const people = optionsOf("Everyone", who, values.who).map((one) => ({ ...one, label: one.value || "Everyone" }));
  return (
    <>
      <SelectFilter label="Who" options={people} {...filter("who")} />
      <SelectFilter label="What" options={optionsOf("All items", AUDIT_ENTITIES, values.entity)} {...filter("entity")} />
      <SelectFilter label="Action" options={optionsOf("All actions", actions, values.action)} {...filter("action")} />
      <div className="day-filters">
        <DayFilter label="From" value={from} max={to} onChange={filter("from").onChange} />
        <DayFilter label="To" value={to} min={from} onChange={filter("to").onChange} />
      </div>
    </>
  );
}

export function Audit() {
  const list = useListState(EVERYTHING);
  const { values, isNarrowed, reset } = list;
  const [from = "", to = ""] = [values.from, values.to].map((day) => (AUDIT_DAY.test(day) ? day : ""));
  const search = values.search.length < AUDIT_SEARCH_MIN ? "" : values.search;
  const query = useQuery(auditQuery({ ...values, search, from, to }));
  const clear = isNarrowed ? (
    <button type="button" className="small-button" onClick={reset}>
      Clear filters
    </button>
  ) : null;
  return (
    <ListScreen
      title="Activity Log"
      lead="What changed in the back office, who changed it, and the previous value. To see sign-ins and password resets, filter by Account."
      list={list}
      query={query}
      noun="activity"
      rowNoun={query.data?.total_is_capped ? "entries and more" : "entries"}
      search={{ label: "Search activity" }}
      filters={
        <>
          <Filters list={list} days={{ from, to }} known={query.data?.filters} />
          {clear}
        </>
      }
      isEmpty={({ items }) => items.length === 0}
      empty={{
        title: isNarrowed ? "No activity found" : "No activity yet",
        hint: isNarrowed ? "Try other words or fewer filters." : "Changes that admins make appear here.",
        action: clear,
      }}
    >
      {({ items }, { busy }) => (
        <ol className="audit" aria-busy={busy || undefined}>
          {items.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </ListScreen>
  );
}
