import { expect, test } from "vitest";
import { hasListedWord } from "./listed-words.ts";

test.each([
  ["Buy cheap VIAGRA now", "viagra"],
  ["Buy v\u200bia\u00adgra", "viagra"],
  ["Buy \u0443\u0456\u0430gr\u0430, or vi\u0430gra", "viagra"],
  ["BUY ＶＩＡＧＲＡ", "viagra"],
  ["Un café très cher", "CAFE"],
  ["Make money\n fast, friends", "lark\nmake  money fast"],
  ["See https://a.pills.example/x?y", "pills.example"],
  ["See www.pills.example.", "pills.example"],
  ["Look at p\u0456lls.example", "pills.example"],
  ["Продам казино сегодня", "казино"],
  ["今日は激安の薬です", "激安"],
])("%j has a word of %j", (content, list) => {
  expect(hasListedWord(content, list)).toBe(true);
});

test.each([
  ["A specialist in Scunthorpe", "cialis\ncunt"],
  ["viagra2 is a band", "viagra"],
  ["See https://goodpills.example/", "pills.example"],
  ["See https://pills.example.org/", "pills.example"],
  ["See good-pills.example", "pills.example"],
  ["Anything at all", ""],
  ["Anything at all", " \n\u200b\n"],
])("%j has none of %j", (content, list) => {
  expect(hasListedWord(content, list)).toBe(false);
});
