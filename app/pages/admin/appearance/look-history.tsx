import type { SavedLook } from "../../../domain/appearance/appearance.ts";
import { FONT_PAIRS } from "../../../domain/appearance/font-rules.ts";
import { useDates } from "../frame/dates.tsx";
import type { LookForm } from "./use-look-form.ts";

const colorsOf = ({ paper, accent }: SavedLook["look"]) =>
  [
    ["paper", paper.light],
    ["accent", accent.light],
    ["dark paper", paper.dark],
    ["dark accent", accent.dark],
  ] as const;

export function LookHistory({ form }: { form: LookForm }) {
  const dates = useDates();
  if (form.history.length === 0) return null;
  return (
    <section className="setting-group" aria-labelledby="look-history">
      <h2 id="look-history">History</h2>
      <ol className="look-history">
        {form.history.map(({ id, look, saved_at, saved_by }, place) => (
          <li key={id}>
            <span className="look-dots" aria-hidden="true">
              {colorsOf(look).map(([name, value]) => (
                <span key={name} className="color-dot" style={{ background: value }} />
              ))}
            </span>
            <span>
              {dates.time(saved_at)}
              <span className="row-note">{`${FONT_PAIRS[look.fonts].label}${saved_by ? `, by ${saved_by}` : ""}`}</span>
            </span>
            {place === 0 ? (
              <span className="row-note">In use</span>
            ) : (
              <button type="button" className="small-button" onClick={() => form.take(look)}>
                Try again
                <span className="sr-only">: the look of {dates.time(saved_at)}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
