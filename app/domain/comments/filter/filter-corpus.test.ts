// slow: app/domain/comments/filter/ test/read-corpus.ts
import { beforeAll, describe, expect, it } from "vitest";
import { readCorpus } from "../../../../test/read-corpus.ts";
import { STRICTNESS_INITIAL, thresholdsOf } from "./filter-rules.ts";
import { type Counts, scoreFeatures } from "./score.ts";
import { readText } from "./text-features.ts";

// Mails of 2002 that other people sorted, in the order in which they arrived, from the first month that has both kinds. All figures are those
// of the product's first setting, in percent: good ones that would be held, and spam that would be.

type Sorted = { features: string[]; isSpam: boolean };
type Judged = { isSpam: boolean; isHeld: boolean };

const { hold } = thresholdsOf(STRICTNESS_INITIAL);

function createFilter() {
  const counts = new Map<string, Counts>();
  const lessons: Counts = { good: 0, spam: 0 };
  return {
    learn({ features, isSpam }: Sorted) {
      const kind = isSpam ? "spam" : "good";
      lessons[kind] += 1;
      for (const feature of features) {
        const seen = counts.get(feature) ?? { good: 0, spam: 0 };
        seen[kind] += 1;
        counts.set(feature, seen);
      }
    },
    judge: ({ features, isSpam }: Sorted): Judged => ({
      isSpam,
      isHeld: scoreFeatures(features, counts, lessons).score > hold,
    }),
  };
}

const share = (judged: Judged[], isSpam: boolean): number => {
  const ones = judged.filter((one) => one.isSpam === isSpam);
  return (ones.filter(({ isHeld }) => isHeld).length / ones.length) * 100;
};
const figures = (judged: Judged[]) => ({ goodHeld: share(judged, false), spamHeld: share(judged, true) });

let mails: Sorted[] = [];
let asTheyCame: Judged[] = [];

beforeAll(async () => {
  const corpus = await readCorpus();
  const both = corpus.filter(({ arrived }) => arrived >= Date.UTC(2002, 6, 1));
  mails = both.map(({ text, isSpam }) => ({ features: readText(text).features, isSpam }));
  asTheyCame = judgeAsTheyCome(mails);
});

/** Learns the first ones, then nothing more. */
function judgeRest(sample: Sorted[], learned: number): Judged[] {
  const filter = createFilter();
  for (const mail of sample.slice(0, learned)) filter.learn(mail);
  return sample.slice(learned).map(filter.judge);
}

/** Judges each one, then learns what a person says about it, as a site does. */
function judgeAsTheyCome(sample: Sorted[]): Judged[] {
  const filter = createFilter();
  return sample.map((mail) => {
    const judged = filter.judge(mail);
    filter.learn(mail);
    return judged;
  });
}

describe("the filter, on mail that other people sorted", () => {
  it("is tried on all of it", () => {
    expect(mails.length).toBe(5268);
    expect(mails.filter(({ isSpam }) => isSpam).length).toBe(1261);
  });

  it.each([
    { learned: 300, spam: 90 },
    { learned: 1000, spam: 95 },
  ])("holds $spam % of spam and 1 % of good ones at most, after $learned and while it goes on learning", ({ learned, spam }) => {
    const { goodHeld, spamHeld } = figures(asTheyCame.slice(learned));
    expect(goodHeld).toBeLessThanOrEqual(1);
    expect(spamHeld).toBeGreaterThanOrEqual(spam);
  });

  it("still holds 84 % of the spam of half a year if it learns no more after 300", () => {
    const { goodHeld, spamHeld } = figures(judgeRest(mails, 300));
    expect(goodHeld).toBeLessThanOrEqual(1);
    expect(spamHeld).toBeGreaterThanOrEqual(84);
  });

  it("still holds 94 % of it if it learns no more after 1,000, with 2 % of good ones", () => {
    const { goodHeld, spamHeld } = figures(judgeRest(mails, 1000));
    expect(goodHeld).toBeLessThanOrEqual(2);
    expect(spamHeld).toBeGreaterThanOrEqual(94);
  });

  it("says nothing before it has learned anything", () => {
    expect(figures(judgeRest(mails.slice(0, 100), 0))).toEqual({ goodHeld: 0, spamHeld: 0 });
  });
});
