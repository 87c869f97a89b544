import { type Import, OUTCOMES, THINGS, type Thing } from "../../../domain/importing/model.ts";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { figure, OUTCOME_NAMES, progressOf, THING_NAMES } from "./words.ts";

/** How far it has come, and why it ended where it did. */
function Standing({ of }: { of: Import }) {
  if (of.refusal)
    return (
      <p role="alert" className="import-refusal">
        <strong>{of.state === "failed" ? "The import stopped. " : "The file isn't taken; nothing was stored. "}</strong>
        {`${of.refusal.place}: ${of.refusal.sentence}`}
      </p>
    );
  if (of.state === "checked")
    return <p className="import-note">Nothing has been stored yet. This is what the import would do.</p>;
  if (of.finished_at) return null;
  return (
    <div className="import-progress">
      <progress aria-label="Progress" max={Math.max(1, of.total)} value={of.total > 0 ? of.done : undefined} />
      <span role="status">{progressOf(of)}</span>
    </div>
  );
}

/** Where an import stands, and what comes of each kind of thing. */
export function Report({ of }: { of: Import }) {
  const columns: Column<Thing>[] = [
    { key: "thing", title: "Kind", render: (thing) => THING_NAMES[thing] },
    ...OUTCOMES.map(
      (outcome): Column<Thing> => ({
        key: outcome,
        title: OUTCOME_NAMES[outcome],
        align: "right",
        render: (thing) => figure(of.counts[thing][outcome]),
      }),
    ),
  ];
  return (
    <>
      <Standing of={of} />
      {of.state === "refused" ? null : (
        <DataTable caption="What comes" columns={columns} rows={THINGS} rowKey={(thing) => thing} />
      )}
    </>
  );
}
