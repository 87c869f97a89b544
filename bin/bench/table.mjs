/** @typedef {{ measure: string, value: number, unit: string, target?: string, ratio?: number }} Row `ratio`: to what it is compared with in the same run */

const number = (/** @type {number} */ value) => {
  const digits = Number.isInteger(value) || Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

/**
 * Measurements as a table of text: figures to the right, columns that nobody fills left out.
 * @param {Row[]} rows
 * @returns {string}
 */
export function table(rows) {
  const columns = [
    { title: "measure", right: false, of: (/** @type {Row} */ row) => row.measure },
    { title: "value", right: true, of: (/** @type {Row} */ row) => number(row.value) },
    { title: "unit", right: false, of: (/** @type {Row} */ row) => row.unit },
    { title: "target", right: false, of: (/** @type {Row} */ row) => row.target ?? "" },
    { title: "ratio", right: true, of: (/** @type {Row} */ row) => (row.ratio === undefined ? "" : number(row.ratio)) },
  ].filter((column) => rows.some((row) => column.of(row) !== ""));
  const widths = columns.map((column) => Math.max(column.title.length, ...rows.map((row) => column.of(row).length)));
  const line = (/** @type {string[]} */ cells) =>
    cells
      .map((cell, i) => (columns[i]?.right ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  return [
    line(columns.map((column) => column.title)),
    line(widths.map((width) => "─".repeat(width))),
    ...rows.map((row) => line(columns.map((column) => column.of(row)))),
  ].join("\n");
}
