/**
 * At most `max` UTF-16 units, `end` included. No character is cut in two: not an emoji, nor a letter with its accents. The database refuses
 * JSON with half a character.
 */
export function cutText(text: string, max: number, end = ""): string {
  if (text.length <= max) return text.toWellFormed();
  const room = Math.max(0, max - end.length);
  // A longer character is decoration; it is cut between code points.
  const whole = new Intl.Segmenter().segment(text.slice(0, room + LONGEST)).containing(room)?.index ?? room;
  const begin = text.slice(0, whole > 0 && room - whole < LONGEST ? whole : room);
  return begin.replace(/[\ud800-\udbff]$/, "").toWellFormed() + end;
}

const LONGEST = 64;

type Cell = string | number | boolean | null | undefined;

/** What a spreadsheet would read as the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /["\r\n,]/;

/** A text that a spreadsheet might run as a formula gets an apostrophe in front; numbers stay as they are. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of comma-separated values (RFC 4180), with its CRLF. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;
