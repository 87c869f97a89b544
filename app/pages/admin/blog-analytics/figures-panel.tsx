import { type ReactNode, useId } from "react";
import type { Row } from "../charts/csv.ts";
import { ExportMenu } from "../charts/export-menu.tsx";

type FiguresPanelProps<Data> = {
  title: string;
  /** the days that it covers, everything that there is, and its rows for a spreadsheet */
  exports: { period: { from: string; to: string }; load(): Promise<Data>; rows(data: Data): readonly Row[] };
  /** other figures are on their way */
  busy?: boolean;
  /** `wide`: across the whole screen */
  size?: "wide";
  /** in place of the figures, where there are none */
  empty?: string | undefined;
  children: ReactNode;
};

/** One list or curve of the screen, with its title and what can be taken along. */
export function FiguresPanel<Data>({ title, exports, busy, size, empty, children }: FiguresPanelProps<Data>) {
  const id = useId();
  return (
    <section className="panel blog-panel" aria-labelledby={id} data-size={size}>
      <div className="blog-head">
        <h2 id={id}>{title}</h2>
        <ExportMenu title={title} {...exports} />
      </div>
      <div className="blog-room" aria-busy={busy || undefined}>
        {empty === undefined ? children : <p className="blog-none">{empty}</p>}
      </div>
    </section>
  );
}
