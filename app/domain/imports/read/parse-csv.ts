const FIELD_MAX = 100_000;
const LINES_MAX = 200_000;

export class CsvError extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** RFC 4180: quoted fields may hold commas, line ends and doubled quotes. */
function recordsIn(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let line = 1;
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      const begun = line;
      for (at += 1; ; at += 2) {
        const end = text.indexOf('"', at);
        if (end < 0) throw new CsvError(begun, "A quotation mark isn’t closed.");
        field += text.slice(at, end);
        at = end;
        if (text[end + 1] !== '"') break;
        field += '"';
        if (field.length > FIELD_MAX) throw new CsvError(begun, `A field has more than ${FIELD_MAX} characters.`);
      }
      line += field.split("\n").length - 1;
      at += 1;
    } else {
      const end = /[,\r\n]/g;
      end.lastIndex = at;
      const next = end.exec(text)?.index ?? text.length;
      field = text.slice(at, next);
      at = next;
    }
    if (field.length > FIELD_MAX) throw new CsvError(line, `A field has more than ${FIELD_MAX} characters.`);
    record.push(field);
    if (text[at] === ",") {
      at += 1;
      if (at < text.length) continue;
      record.push("");
    } else if (at < text.length && text[at] !== "\r" && text[at] !== "\n")
      throw new CsvError(line, "There is text after a closing quotation mark.");
    if (text.startsWith("\r\n", at)) at += 1;
    at += 1;
    line += 1;
    if (records.length >= LINES_MAX) throw new CsvError(line, `There are more than ${LINES_MAX} lines.`);
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
  }
  return records;
}

/** RFC 4180 with a header. @returns records by the header's names; missing fields are empty @throws CsvError */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...records] = recordsIn(text.replace(/^\ufeff/, ""));
  return records.map((record) => Object.fromEntries(header.map((name, index) => [name.trim(), record[index] ?? ""])));
}
