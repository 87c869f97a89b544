import { useQuery } from "@tanstack/react-query";
import type { Check, CheckState } from "../../../domain/system/checks/check.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { checksQuery } from "./queries.ts";

const STATES: Record<CheckState, { tone: BadgeTone; word: string; sum: (count: number) => string }> = {
  failed: { tone: "red", word: "Failed", sum: (count) => `${count} failed` },
  warning: { tone: "amber", word: "Needs attention", sum: (count) => `${count} need${count === 1 ? "s" : ""} attention` },
  ok: { tone: "green", word: "OK", sum: (count) => `${count} OK` },
};
const ORDER = Object.keys(STATES) as CheckState[];

const bySeverity = (checks: Check[]) => ORDER.flatMap((state) => checks.filter((one) => one.state === state));

/** How many findings there are of each kind: "1 failed, 2 need attention, 15 OK". */
const summary = (checks: Check[]) =>
  ORDER.map((state) => STATES[state].sum(checks.filter((one) => one.state === state).length)).join(", ");

function Finding({ check: { title, state, found, why, mend } }: { check: Check }) {
  const { tone, word } = STATES[state];
  return (
    <li className="check">
      <Badge tone={tone}>{word}</Badge>
      <div>
        <h3>{title}</h3>
        <p>{found}</p>
        {state === "ok" ? null : <p className="check-why">{why}</p>}
        {mend === null ? null : (
          <p>
            <strong>What to do: </strong>
            {mend}
          </p>
        )}
      </div>
    </li>
  );
}

export function Checks() {
  const query = useQuery(checksQuery());
  return (
    <>
      <div className="checks-head">
        <p role="status">
          {query.isFetching ? "Running all checks. This takes a few seconds..." : summary(query.data?.items ?? [])}
        </p>
        <button
          type="button"
          className="small-button"
          aria-disabled={query.isFetching || undefined}
          onClick={() => query.isFetching || void query.refetch()}
        >
          Check again
        </button>
      </div>
      <QueryView query={query} noun="checks">
        {({ items }) => (
          <ul className="checks">
            {bySeverity(items).map((one) => (
              <Finding key={one.name} check={one} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}
