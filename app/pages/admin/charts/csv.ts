/** What a cell can hold. */
type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /["\r\n,]/;

/** Text that a spreadsheet might run gets an apostrophe in front; numbers stay as they are. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Rows as comma-separated values: RFC 4180, lines ended by CRLF, no byte order mark, a head with the names.
 * @param rows each with the same names; the first row's are the head
 * @returns empty text when there are no rows
 */
export function csvOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return "";
  const lines = [names.map(cellText), ...rows.map((row) => names.map((name) => cellText(row[name])))];
  return lines.map((cells) => `${cells.join(",")}\r\n`).join("");
}
