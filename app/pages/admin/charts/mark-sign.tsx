import type { ChartMark } from "./buckets.ts";

type Kind = ChartMark["kind"];

/** What each kind of mark is called. */
export const MARK_WORDS: Record<Kind, string> = {
  published: "Published",
  edited: "Edited",
  mailed: "Mailed",
};

/** A form of its own for each kind, so that nobody needs the colour; around the middle of a field of 12. */
const PATHS: Record<Kind, string> = {
  published: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  edited: "M6 .8 11.2 6 6 11.2.8 6z",
  mailed: "M1 2h10v8H1z",
};

/** A mark within a drawing. @param cx, cy its middle, in the drawing's own units */
export const MarkShape = ({ kind, cx, cy }: { kind: Kind; cx: number; cy: number }) => (
  <path className={`chart-mark chart-mark-${kind}`} d={PATHS[kind]} transform={`translate(${cx - 6} ${cy - 6})`} />
);

/** A mark beside words. */
export function MarkSign({ kind }: { kind: Kind }) {
  return (
    <svg className="mark-sign" viewBox="0 0 12 12" aria-hidden="true">
      <MarkShape kind={kind} cx={6} cy={6} />
    </svg>
  );
}
