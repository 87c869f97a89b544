import { describe, expect, test } from "vitest";
import { CsvError, parseCsv } from "./parse-csv.ts";

describe("parseCsv (RFC 4180)", () => {
  test.each([
    ["plain fields", "a,b\n1,2\n", [{ a: "1", b: "2" }]],
    ["the last line without its end", "a,b\r\n1,2", [{ a: "1", b: "2" }]],
    ["quoted fields with commas and quotes", 'a,b\r\n"one, two","say ""hi"""\r\n', [{ a: "one, two", b: 'say "hi"' }]],
    ["line ends in a field", 'a,b\n"1\n2",3\n', [{ a: "1\n2", b: "3" }]],
    ["empty fields, also the last one", "a,b,c\n,,\n", [{ a: "", b: "", c: "" }]],
    ["an empty last field at the end of the file", "a,b\n1,", [{ a: "1", b: "" }]],
    ["a quoted empty field", 'a,b\n"",2', [{ a: "", b: "2" }]],
    ["a byte order mark", "\ufeffa\n1\n", [{ a: "1" }]],
    [
      "fewer and more fields than the header",
      "a,b\n1\n1,2,3\n",
      [
        { a: "1", b: "" },
        { a: "1", b: "2" },
      ],
    ],
    ["nothing", "", []],
  ])("reads %s", (_, text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  test.each([
    ["a quotation mark that isn't closed", 'a\n1\n"2\n3', 3],
    ["text behind a quotation mark", 'a\n"1"x', 2],
  ])("refuses %s", (_, text, line) => {
    expect(() => parseCsv(text)).toThrow(CsvError);
    try {
      parseCsv(text);
    } catch (error) {
      expect((error as CsvError).line).toBe(line);
    }
  });

  test("takes linear time for hostile input", () => {
    expect(() => parseCsv(`a\n"${'""'.repeat(200_000)}"`)).toThrow(/more than/);
    expect(parseCsv(`a\n${"x,".repeat(100_000)}`)).toHaveLength(1);
  });
});
