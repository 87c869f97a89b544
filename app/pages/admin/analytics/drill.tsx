import { AdminIcon } from "../frame/admin-icon.tsx";
import { DRILLS, type Drill } from "./use-filters.ts";

const WORDS: Record<Drill, string> = { path: "Page", source: "Source", country: "Country" };

type DrillChipsProps = { values: Record<Drill, string>; onRemove(drills: readonly Drill[]): void };

/** What the screen is narrowed down to; each can be taken away again. */
export function DrillChips({ values, onRemove }: DrillChipsProps) {
  const set = DRILLS.filter((drill) => values[drill] !== "");
  if (set.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="drill" role="group" aria-label="Narrowed down to">
      {set.map((drill) => (
        <button key={drill} type="button" className="drill-chip" onClick={() => onRemove([drill])}>
          <span>
            {WORDS[drill]}: <strong>{values[drill] === "unknown" ? "Unknown" : values[drill]}</strong>
          </span>
          <AdminIcon name="close" />
          <span className="sr-only">(remove this filter)</span>
        </button>
      ))}
      {set.length > 1 ? (
        <button type="button" className="small-button" onClick={() => onRemove(set)}>
          Clear all
        </button>
      ) : null}
    </div>
  );
}
