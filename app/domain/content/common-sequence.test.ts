import { expect, test } from "vitest";
import { plainCommonLength, seededRandom } from "../../../test/word-differences.ts";
import { commonLength, commonSequence, wordChanges, wordsOf } from "./common-sequence.ts";

test("counts added and removed words", () => {
  expect(wordChanges("", "")).toEqual({ added: 0, removed: 0 });
  expect(wordChanges("", "One small bird.")).toEqual({ added: 3, removed: 0 });
  expect(wordChanges("One small bird.", "")).toEqual({ added: 0, removed: 3 });
  expect(wordChanges("the lark sings early", "the lark sings early")).toEqual({ added: 0, removed: 0 });
  expect(wordChanges("the lark sings early", "the old lark sings")).toEqual({ added: 1, removed: 1 });
  expect(wordChanges("a – b", "a b")).toEqual({ added: 0, removed: 0 });
  expect(wordsOf("Größe 10% – …  naïve\ncafé")).toEqual(["Größe", "10%", "naïve", "café"]);
});

test("counts the same as a simple table of common subsequences on random texts", () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = seededRandom(seed);
    const vocabulary = 2 + random(30);
    const text = (length: number) => Array.from({ length }, () => `w${random(vocabulary)}`);
    const before = text(random(60));
    // Half of them are edits of the other, half have nothing to do with it.
    const after = seed % 2 === 0 ? text(random(60)) : before.flatMap((word) => (random(5) === 0 ? text(random(3)) : [word]));
    const common = plainCommonLength(before, after);
    expect(commonLength(before, after), `seed ${seed}`).toBe(common);
    expect(wordChanges(before.join(" "), after.join(" "))).toEqual({
      added: after.length - common,
      removed: before.length - common,
    });
    const pairs = commonSequence(before, after) ?? [];
    expect(pairs.length).toBe(common);
    pairs.forEach(([a, b], at) => {
      expect(before[a]).toBe(after[b]);
      if (at > 0) expect(a > (pairs[at - 1]?.[0] ?? -1) && b > (pairs[at - 1]?.[1] ?? -1)).toBe(true);
    });
  }
});

test("compares words in any order if too many have moved", () => {
  const words = Array.from({ length: 30_000 }, (_, n) => `w${n % 15_000}`);
  const before = words.join(" ");
  const after = [...words].reverse().slice(1).join(" ");
  expect(commonLength(wordsOf(before), wordsOf(after))).toBeNull();
  expect(wordChanges(before, after)).toEqual({ added: 0, removed: 1 });
});

test("skips the common beginning and end without cutting words", () => {
  expect(wordChanges("a a", "a a a")).toEqual({ added: 1, removed: 0 });
  expect(wordChanges("lark song", "larks song")).toEqual({ added: 1, removed: 1 });
  expect(wordChanges("a skylark", "a lark")).toEqual({ added: 1, removed: 1 });
  expect(wordChanges("one  two", "one two")).toEqual({ added: 0, removed: 0 });
  const words = Array.from({ length: 150_000 }, (_, n) => `w${n}`);
  const moved = [...words.slice(0, 75_000), "new", "w75001", "w75000", ...words.slice(75_002)];
  // Of two words that swapped places, one stays. Even in a text this long it is found, because only the middle is compared.
  expect(wordChanges(words.join(" "), moved.join(" "))).toEqual({ added: 2, removed: 1 });
});

test("compares tens of thousands of words in any order", () => {
  const words = Array.from({ length: 25_000 }, (_, n) => `w${n}`);
  const swapped = [...words.slice(12_500), ...words.slice(0, 12_500)];
  expect(wordChanges(words.join(" "), `${swapped.join(" ")} more`)).toEqual({ added: 1, removed: 0 });
});
