import { expect, it } from "vitest";
import { readText } from "./text-features.ts";

const of = (kind: string, text: string) =>
  readText(text)
    .features.filter((feature) => feature.startsWith(`${kind}:`))
    .map((feature) => feature.slice(kind.length + 1));

it("finds words, pairs and capitals, each once", () => {
  expect(of("word", "Cheap WATCHES, cheap!")).toEqual(["cheap", "watches", "!"]);
  expect(of("pair", "Cheap WATCHES, cheap!")).toEqual(["cheap watches", "watches cheap", "cheap !"]);
  expect(of("loud", "Cheap WATCHES, cheap!")).toEqual(["watches"]);
});

it("takes accents, case, and look-alike or invisible letters for the same word", () => {
  const plain = of("word", "viagra casino");
  // Cyrillic а, і, с and о; Greek ο and ι.
  for (const disguised of [
    "vіаgrа саsіnо",
    "VIAGRA casinο",
    "v\u200bi\u200bagra cas\u00adino",
    "vıágrâ cásïnó",
    "𝐯𝐢𝐚𝐠𝐫𝐚 ｃａｓｉｎｏ",
  ])
    expect(of("word", disguised), disguised).toEqual(plain);
});

it("notes letters of two scripts in one word, and invisible ones within it", () => {
  expect(of("sign", "vіаgrа")).toEqual(["mixed"]);
  expect(of("sign", "via\u200bgra")).toEqual(["hidden"]);
  expect(of("sign", "Привет, Grace")).toEqual([]);
  expect(of("sign", "👩‍💻 می‌خواهم")).toEqual([]);
});

it("keeps words of other scripts, and takes those without spaces two letters at a time", () => {
  expect(of("word", "Привет мир")).toEqual(["привет", "мир"]);
  expect(of("word", "便宜手表")).toEqual(["便宜", "宜手", "手表"]);
  expect(of("script", "Привет, Grace! Как дела?")).toEqual(["Cyrillic"]);
});

it("finds the hosts of links and who registered them", () => {
  const text = "See https://www.pills.shop.example/a?b=c, http://x.co.uk and casino.example.";
  expect(of("host", text)).toEqual(["pills.shop.example", "x.co.uk"]);
  expect(of("site", text)).toEqual(["shop.example", "x.co.uk"]);
  expect(of("links", text)).toEqual(["3"]);
  expect(of("links", "none")).toEqual(["1"]);
});

it("bears any text", () => {
  expect(of("word", "😀".repeat(5000))).toEqual(["😀"]);
  expect(readText("\u200b\u200d\u2060\ufe0f")).toEqual({
    hosts: [],
    key: null,
    features: ["links:1", "script:none", "length:1"],
  });
  expect(readText("").features).toEqual(["links:1", "script:none", "length:1"]);
  expect(of("word", "---...???")).toEqual([]);
  expect(of("word", "a".repeat(5000))).toEqual(["a".repeat(40)]);
  expect(of("word", "é".normalize("NFD").repeat(5000))).toEqual(["e".repeat(40)]);
  const many = Array.from({ length: 1700 }, (_, n) => n.toString(36).padStart(2, "q")).join(" ");
  expect(readText(many).features.length).toBeLessThan(510);
  const links = Array.from({ length: 400 }, (_, n) => `http://h${n}.example`).join(" ");
  expect(readText(links).features.length).toBeLessThan(610);
  expect(readText(links).hosts.length).toBe(400);
  for (const feature of readText(`${"x".repeat(60)}${String.fromCodePoint(0x20000)} ${"文".repeat(5000)}`).features)
    expect([...feature].length, feature).toBeLessThan(100);
});
