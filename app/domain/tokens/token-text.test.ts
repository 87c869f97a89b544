import { expect, test } from "vitest";
import { systemRandom } from "../../platform/clock.ts";
import { hashOf, isTokenText, newTokenText } from "./token-text.ts";

const asHex = (hex: string) => ({ hex: () => hex });

test("a token has 43 characters after sky_, of which the last six are a checksum", () => {
  const token = newTokenText(systemRandom);
  expect(token).toMatch(/^sky_[0-9A-Za-z]{43}$/);
  expect(newTokenText(systemRandom)).not.toBe(token);
  expect(isTokenText(token)).toBe(true);
});

test("the checksum is the CRC-32 of the characters before it", () => {
  // Of 37 zeros, it is 0xcc2719d4, which is 3jnQlY in base 62.
  expect(newTokenText(asHex("00"))).toBe(`sky_${"0".repeat(37)}3jnQlY`);
  expect(newTokenText(asHex("3e"))).toMatch(/^sky_0{35}10/);
});

test("a text with one other, missing or further character is none", () => {
  const token = newTokenText(systemRandom);
  for (let at = 0; at < token.length; at++) {
    expect(isTokenText(token.slice(0, at) + token.slice(at + 1))).toBe(false);
    expect(isTokenText(`${token.slice(0, at)}${token[at] === "x" ? "y" : "x"}${token.slice(at + 1)}`)).toBe(false);
    expect(isTokenText(`${token.slice(0, at)}0${token.slice(at)}`)).toBe(false);
  }
});

test("what is stored is the SHA-256", () => {
  expect(hashOf("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
