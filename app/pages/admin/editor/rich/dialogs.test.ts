import { expect, it } from "vitest";
import { linkAddress } from "./dialogs.tsx";

it.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  [" example.com/dawn ", "https://example.com/dawn"],
  ["ada@example.com", "mailto:ada@example.com"],
  ["mailto:ada@example.com", "mailto:ada@example.com"],
  ["/story/dawn", "/story/dawn"],
  ["#notes", "#notes"],
  ["/a b", "/a%20b"],
  ["tel:+49 123 456", "tel:+49123456"],
  ["sms:+49123456?body=Hi", "sms:+49123456?body=Hi"],
  ["geo:52.5,13.4", "geo:52.5,13.4"],
  ["tel:", null],
  ["https:example.com", null],
  ["feed:javascript:alert(1)", null],
  ["javascript:alert(1)", null],
  ["//example.com", null],
  ["ftp://example.com", null],
  ["", null],
  ["dawn", null],
])("a link to %j leads to %j", (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
});
