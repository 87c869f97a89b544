import { useStatistics } from "./html/use-statistics.ts";
import type { Writing } from "./source/views.ts";

const figures = new Intl.NumberFormat("en-US");

/** How much there is to read: words, characters, minutes. */
export function Statistics({ writing }: { writing: Writing }) {
  const { words, characters, minutes } = useStatistics(writing) ?? { words: 0, characters: 0, minutes: 0 };
  return (
    <section className="editor-panel" aria-labelledby="statistics-title">
      <h2 id="statistics-title">Statistics</h2>
      <dl className="editor-statistics">
        <div>
          <dt>Word count</dt>
          <dd>{figures.format(words)}</dd>
        </div>
        <div>
          <dt>Character count</dt>
          <dd>{figures.format(characters)}</dd>
        </div>
        <div>
          <dt>Reading time</dt>
          <dd>{`${minutes} min`}</dd>
        </div>
      </dl>
    </section>
  );
}
