import { describe, expect, it } from "vitest";
import { romanize } from "./romanize.ts";

describe("romanize", () => {
  it.each([
    ["", ""],
    ["Plain ASCII, as it is: C++ & 50%", "plain ascii, as it is: c++ & 50%"],
    ["Tabs\tand\nlines", "tabs\tand\nlines"],
    ["🐦 🎉", "🐦 🎉"],
    ["don’t — “stop”", "don’t — “stop”"],
    ["€ 5 © Ltd", "€ 5 © ltd"],
  ])("leaves %j as it is, but for its case", (text, same) => {
    expect(romanize(text)).toBe(same);
  });

  it("gives letters from every script, composed or not", () => {
    expect(romanize("café")).toBe("cafe");
    expect(romanize("cafe\u0301")).toBe("cafe");
    expect(romanize("и\u0306")).toBe(romanize("й"));
    expect(romanize("한국".normalize("NFD"))).toBe("hangug");
    expect(romanize("\uff76\uff9e")).toBe("ga");
  });
});
