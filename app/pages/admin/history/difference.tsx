import type { ComparedBlock } from "../../../domain/content/comparing/model.ts";
import type { FieldDifference } from "../../../domain/posts/revisions/revision-model.ts";
import { FIELD_WORDS } from "./history-texts.ts";

/** So many passages that stayed are shown around those that didn't. */
const AROUND = 1;

/** The fields beside the text that say something else. */
export function Fields({ fields }: { fields: readonly FieldDifference[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="history-fields">
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{FIELD_WORDS[field]}</dt>
          <dd>
            {before ? <del>{before}</del> : null} {after ? <ins>{after}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One passage on both sides; on narrow screens the first stands for both. */
function Row({ block: { change, html } }: { block: ComparedBlock }) {
  return (
    <div className="difference-row" data-change={change}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div className="difference-side prose" dangerouslySetInnerHTML={{ __html: html }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div className="difference-side prose" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

type Run = { key: number; isSame: boolean; blocks: ComparedBlock[] };

/** Passages that stayed and those that didn't, in turns; of the former only those beside the latter stand open. */
function runsOf(blocks: readonly ComparedBlock[]): Run[] {
  const shown = blocks.map((_, at) =>
    blocks.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ change }) => change !== "same"),
  );
  const runs: Run[] = [];
  blocks.forEach((block, at) => {
    const isSame = !shown[at];
    const last = runs.at(-1);
    if (last?.isSame === isSame) last.blocks.push(block);
    else runs.push({ key: at, isSame, blocks: [block] });
  });
  return runs;
}

const rows = (blocks: readonly ComparedBlock[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: passages have nothing but their place
  blocks.map((block, at) => <Row key={at} block={block} />);

/** What was written, before and after: side by side where there is room, else in one. */
export function Text({ blocks }: { blocks: readonly ComparedBlock[] }) {
  if (blocks.every(({ change }) => change === "same")) return <p className="history-same">The text is the same.</p>;
  return (
    <div className="difference">
      {runsOf(blocks).map(({ key, isSame, blocks: some }) =>
        isSame ? (
          <details key={key} className="difference-same">
            <summary>{some.length === 1 ? "1 unchanged passage" : `${some.length} unchanged passages`}</summary>
            {rows(some)}
          </details>
        ) : (
          <div key={key}>{rows(some)}</div>
        ),
      )}
    </div>
  );
}
