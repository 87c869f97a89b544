/** First and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * The part of a file that a Range header asks for (RFC 9110, section 14).
 * @param size of the file, in bytes
 * @returns null to send all of it: nothing, several parts or something unreadable is asked for; "unsatisfiable" when the file
 *   has no such bytes
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
