import { expect, test } from "vitest";
import { nameFault } from "./name-rules.ts";

test.each([
  ["Ada\u202egnikool", /invisible/],
  ["Ad\u200bmin", /invisible/],
  ["Ad\u200dmin", /invisible/],
  ["Ad\u00admin", /invisible/],
  ["\u3164\u3164", /invisible/],
  ["\u2800", /invisible/],
  ["\ufe0f", /invisible/],
  ["Ada\u{e0041}\u{e0064}", /invisible/u],
  ["Ada\u2066", /invisible/],
  ["Ada\u2028Lovelace", /single line/],
  ["Ada\nLovelace", /single line/],
  [`A${"\u0301".repeat(150)}`, /at most 4 accents/],
  [`A${"\u0301".repeat(5)}`, /at most 4 accents/],
])("%j is refused as a name", (name, rule) => {
  expect(nameFault(name)).toMatch(rule);
});

test.each([
  "Zoë 🚀 李",
  // A family of four, a flag made of tags, a heart with its selector
  "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} Scotland",
  "I \u2764\ufe0f larks",
  // Persian and Hindi words with a joiner within
  "علی\u200cرضا",
  "क्\u200dष",
  "नवीन कुमार",
  "Nguyễn Thị Ánh".normalize("NFD"),
  "שָׁלוֹם",
  "ประยุทธ์ จันทร์โอชา",
  "葛\u{e0100}城",
  "O’Brien-Müller, Jr.",
])("%j is a name", (name) => {
  expect(nameFault(name)).toBeNull();
});
