import { WORDS_PER_MINUTE } from "./post-rules.ts";

/** Chinese and Japanese have no spaces between words. */
const CHARACTERS_PER_MINUTE = 450;
/** The marks for long vowels belong to both of Japanese's syllabaries. */
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\uff70]/gu;
/** Scripts without spaces between words, whose words only a dictionary knows. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
/** A longer run is taken apart, so that its time stays linear. */
const LONGEST_RUN = 1000;

let segmenter: Intl.Segmenter | undefined;

function wordsOfRun(run: string): number {
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  let words = 0;
  for (let from = 0; from < run.length; from += LONGEST_RUN)
    for (const { isWordLike } of segmenter.segment(run.slice(from, from + LONGEST_RUN))) if (isWordLike) words += 1;
  return words;
}

function spacedWords(text: string): number {
  let words = 0;
  for (const run of text.split(" ")) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  return words;
}

type WordCount = { words: number; minutes: number };

/** Of a plain text with single spaces. Chinese and Japanese characters count as words, as in word processors, and are read faster. */
export function countWords(text: string): WordCount {
  let characters = 0;
  let unspaced = 0;
  const rest = text
    .replace(IDEOGRAPHS, () => {
      characters += 1;
      return " ";
    })
    .replace(UNSPACED, (run) => {
      unspaced += wordsOfRun(run);
      return " ";
    });
  const words = spacedWords(rest) + unspaced;
  return { words: words + characters, minutes: words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE };
}

/** Minutes, rounded up, at least one (specification, section 9). */
export const readTime = ({ minutes }: WordCount): number => Math.max(1, Math.ceil(minutes));
