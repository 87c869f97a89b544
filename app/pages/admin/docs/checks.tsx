import { useQuery } from "@tanstack/react-query";
import type { Check, CheckState } from "../../../domain/system/checks/check.ts";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { checksQuery } from "./queries.ts";

const STATES: Record<CheckState, { tone: BadgeTone; word: string }> = {
  failed: { tone: "red", word: "Failed" },
  warning: { tone: "amber", word: "To look at" },
  ok: { tone: "green", word: "In order" },
};
const ORDER = Object.keys(STATES) as CheckState[];

/** The findings, the serious ones first. */
const bySeverity = (checks: Check[]) => ORDER.flatMap((state) => checks.filter((one) => one.state === state));

/** How many findings there are of each kind: "1 failed, 2 to look at, 15 in order". */
const summary = (checks: Check[]) =>
  ORDER.map((state) => `${checks.filter((one) => one.state === state).length} ${STATES[state].word.toLowerCase()}`).join(", ");

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

/** What `npm run doctor` says about this installation, and a button to look again. */
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
          Check Again
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
