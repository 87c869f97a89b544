import { type ReactNode, useState } from "react";

type ChartTableProps = {
  /** what the table shows, also its caption */
  caption: string;
  columns: readonly string[];
  /** each with a key; the first cell is the row's head */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
};

/** A chart's figures to read. Made when it is opened, for a year has many rows. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {open ? "Hide table" : "Show as table"}
        <span className="sr-only">: {caption}</span>
      </summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
        <section className="chart-table-scroll" aria-label={caption} tabIndex={0}>
          <table>
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={columns[at]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={columns[at]}>{cell}</td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </details>
  );
}
