import type { AuditRow } from "../../../domain/audit/model.ts";
import { useDates } from "../frame/dates.tsx";
import { nameText, valueText } from "./audit-texts.ts";

/** Field by field what stood there before and what after; one column where there is but one side. */
export function Changes({ at, before, after }: Pick<AuditRow, "at" | "before" | "after">) {
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
