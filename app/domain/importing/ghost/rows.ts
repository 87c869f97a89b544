import { createReadStream } from "node:fs";
import { JSONParser } from "@streamparser/json";
import { ImportRefused } from "../refusal.ts";

/** A row of one of the export's tables. */
export type Row = { table: string; row: Record<string, unknown> };

/** The most that one row may hold, in bytes, and how deep values may stand in each other. */
const ROW_MAX = 24 * 1024 * 1024;
const DEPTH_MAX = 100;

/** Follows how deep a text stands in brackets, without reading it. */
function createDepth(max: number) {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return (bytes: Uint8Array): boolean => {
    for (const byte of bytes) {
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === 0x5c) escaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) {
        depth += 1;
        if (depth > max) return false;
      } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    }
    return true;
  };
}

const plainly = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/**
 * Reads an export piece by piece; memory holds a row at a time.
 * @param path the file: `{"db":[{"meta":…,"data":{table:[rows]}}]}`, or what stands in that list alone
 * @throws ImportRefused naming the byte and the last table, when the JSON is broken, cut off, too deep or no export
 */
export async function* readRows(path: string): AsyncGenerator<Row> {
  const parser = new JSONParser({ paths: ["$.db.*.data.*.*", "$.data.*.*", "$.db.*.meta", "$.meta"], keepStack: false });
  let rows: Row[] = [];
  let last = "";
  let bytes = 0;
  let since = 0;
  const place = () => `byte ${bytes}${last ? `, in the table ${last}` : ""}`;
  parser.onValue = ({ value, stack, key }) => {
    since = 0;
    if (key === "meta") return;
    last = String(stack.at(-1)?.key ?? "");
    if (value && typeof value === "object" && !Array.isArray(value)) rows.push({ table: last, row: value as Row["row"] });
  };
  const isShallow = createDepth(DEPTH_MAX);
  const failed = (error: unknown) =>
    error instanceof ImportRefused ? error : new ImportRefused(place(), `The JSON is broken: ${plainly(error)}`, error);
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    const clean = bytes === 0 && piece[0] === 0xef && piece[1] === 0xbb ? piece.subarray(3) : piece;
    bytes += piece.length;
    since += piece.length;
    if (!isShallow(clean)) throw new ImportRefused(place(), `Values stand in each other more than ${DEPTH_MAX} deep.`);
    if (since > ROW_MAX) throw new ImportRefused(place(), `One row has more than ${ROW_MAX / 1024 ** 2} MB.`);
    try {
      parser.write(clean);
    } catch (error) {
      throw failed(error);
    }
    yield* rows;
    rows = [];
  }
  if (bytes === 0) throw new ImportRefused("byte 0", "The file is empty.");
  if (!parser.isEnded) throw new ImportRefused(place(), "The file is cut off: it ends before its end. Export it again.");
}
