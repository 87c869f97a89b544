import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { openZip, type Zip, ZipError } from "../../../platform/zip/read-zip.ts";
import { invalid } from "../../errors.ts";
import { parseEmail } from "../parse-email.ts";
import { type EndedElsewhere, LIST_MAX_ROWS, type ListSource } from "./import-rules.ts";
import { type ListColumns, recognizeList } from "./recognize-list.ts";

export type ListRow = {
  /** its name in an archive */
  file: string;
  line: number;
  typed: string;
  email: string | null;
  ended: EndedElsewhere | null;
  signed_up: string | null;
};

/** Characters of a line that are kept for the report. */
const TYPED_MAX = 200;
const RECORD_MAX = 100_000;
const ZIP_LIMITS = { entries: 200_000, total: 2 * 1024 ** 3 };

export const refused = (rule: string) => invalid("The file can’t be imported", [{ field: "file", rule }]);

type Bytes = () => AsyncIterable<Uint8Array>;

async function* decoded(bytes: Bytes, encoding: string, fatal = false): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal });
  for await (const piece of bytes()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** By its first bytes, or by reading all of it: what isn't UTF-8 is taken for the Latin letters of Windows. */
async function encodingOf(bytes: Bytes): Promise<string> {
  for await (const [first, second] of bytes()) {
    if (first === 0xff && second === 0xfe) return "utf-16le";
    if (first === 0xfe && second === 0xff) return "utf-16be";
    break;
  }
  try {
    for await (const _ of decoded(bytes, "utf-8", true));
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

/** The first line with anything in it. */
async function headOf(texts: AsyncIterable<string>): Promise<string> {
  let head = "";
  for await (const text of texts) {
    head = (head + text).trimStart();
    if (/[\r\n]/.test(head) || head.length > RECORD_MAX) break;
  }
  return head.split(/[\r\n]/, 1)[0] ?? "";
}

function delimiterOf(head: string): string {
  const outside = head.replaceAll(/"[^"]*"/g, "");
  const counted = [",", ";", "\t"].map((sign) => [sign, outside.split(sign).length] as const);
  return counted.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

type Parsed = { record: string[]; info: { lines: number } };

/** @throws DomainError for a quotation mark that isn't closed */
async function* recordsOf(bytes: Bytes, place: string): AsyncGenerator<Parsed> {
  const encoding = await encodingOf(bytes);
  const delimiter = delimiterOf(await headOf(decoded(bytes, encoding)));
  const texts = Readable.from(decoded(bytes, encoding));
  const options = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, info: true } as const;
  const parser = parse({ ...options, delimiter, max_record_size: RECORD_MAX });
  texts.on("error", (error) => parser.destroy(error));
  texts.pipe(parser);
  let line = 0;
  try {
    for await (const one of parser as AsyncIterable<Parsed>) {
      line = one.info.lines;
      yield one;
    }
  } catch (error) {
    if (!/^CSV_(?:QUOTE_NOT_CLOSED|MAX_RECORD_SIZE)$/.test(String((error as { code?: unknown }).code))) throw error;
    throw refused(`${place}line ${line + 1}: a quotation mark isn’t closed. Correct it, then upload the file again`);
  } finally {
    texts.destroy();
    parser.destroy();
  }
}

type List = { name: string; bytes: Bytes };

const inZip = (zip: Zip, name: string): List => ({
  name,
  bytes: async function* () {
    yield* await zip.stream(name);
  },
});

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return (await file.read(Buffer.alloc(2), 0, 2, 0)).buffer.toString("latin1") === "PK";
  } finally {
    await file.close();
  }
}

const TABLES = /\.(?:csv|tsv|txt)$/i;
const BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\._)/;

/** A reader of one upload: `source` is known once the first list has begun. */
export type Lists = { source(): ListSource; rows(): AsyncGenerator<ListRow>; close(): void };

function rowOf({ record, info }: Parsed, columns: ListColumns, file: string): ListRow {
  const typed = columns.emailOf(record).replaceAll("\0", "\ufffd").toWellFormed();
  return {
    file,
    line: info.lines,
    typed: typed.slice(0, TYPED_MAX).toWellFormed(),
    email: parseEmail(typed),
    ended: columns.endedOf(record),
    signed_up: columns.signedUpOf(record),
  };
}

/** @param name that of the upload @throws DomainError for what isn't a list of email addresses */
export async function openLists(path: string, name: string): Promise<Lists> {
  const zip = (await isZip(path)) ? await openZip(path, ZIP_LIMITS).catch(asRefusal) : null;
  const names = [...(zip?.entries.keys() ?? [])].filter((entry) => TABLES.test(entry) && !BY_SYSTEMS.test(entry)).sort();
  const lists: List[] = zip ? names.map((entry) => inZip(zip, entry)) : [{ name, bytes: () => createReadStream(path) }];
  let source: ListSource | null = null;
  async function* rowsOf(list: List): AsyncGenerator<ListRow> {
    let columns: ListColumns | null = null;
    for await (const one of recordsOf(list.bytes, zip ? `${list.name}, ` : "")) {
      if (!columns) {
        columns = recognizeList(one.record, list.name);
        if (!columns) return;
        source ??= columns.source;
        if (columns.isHeader) continue;
      }
      yield rowOf(one, columns, zip ? list.name : "");
    }
  }
  return {
    source: () => source ?? "table",
    async *rows() {
      let count = 0;
      for (const list of lists)
        for await (const row of rowsOf(list)) {
          count += 1;
          if (count > LIST_MAX_ROWS) throw refused(`has more than ${LIST_MAX_ROWS.toLocaleString("en-US")} lines. Split it`);
          yield row;
        }
      if (source === null) throw refused(zip ? "holds no table with a column of email addresses" : NO_COLUMN);
    },
    close: () => zip?.close(),
  };
}

const NO_COLUMN = "has no column with email addresses. Name that column “email”";

function asRefusal(error: unknown): never {
  if (error instanceof ZipError) throw refused(`${error.place} ${error.message}`);
  throw error;
}
