import { createHash } from "node:crypto";
import { foldText, UNSPACED } from "../../../platform/fold-text.ts";
import { hostsIn } from "../../linked-text.ts";

/** Letters of other scripts that look like the Latin one beside them. */
const LOOK_ALIKES = new Map(
  "аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx һh ԁd ԛq ԝw ӏl АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX αa εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX"
    .split(" ")
    .map(([alike = "", latin = ""]) => [alike, latin] as const),
);
const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LATIN = /^[\p{Script=Latin}\p{N}\p{M}]+$/u;
const MIXED = /\p{Script=Latin}/u;

/** Invisible characters, also those that hide between the letters of a word. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|[\u115f\u1160\u3164\uffa0]/gu;
const HIDDEN = /[\u200b\u2060\ufeff\u00ad](?=\p{L})/u;

/** Words, signs of money, exclamations and emoji. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|\p{Sc}|!+|\p{Extended_Pictographic}/gu;
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
const SPACELESS = new RegExp(`[${UNSPACED}]`, "u");
const NUMBER = /^\p{N}+$/u;
/** Words in capitals, which spam likes. */
const LOUD = /^[\p{Lu}\p{M}]{3,}$/u;

const WORD_MAX = 40;
/** How many of a kind a comment has at most, the first ones: each is looked up, which costs about 4 µs. */
const MOST = { words: 250, pairs: 250, loud: 50, hosts: 50 };

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Han", "Hiragana", "Katakana", "Hangul", "Thai", "Devanagari"];
const SCRIPT_PATTERNS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, "gu")] as const);
/** So many characters tell in which script a text is. */
const SCRIPT_SAMPLE = 400;

function plainWord(word: string): { word: string; isMixed: boolean } {
  if (!FOREIGN.test(word)) return { word: foldText(word), isMixed: false };
  const latin = [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join("");
  return { word: foldText(LATIN.test(latin) ? latin : word), isMixed: MIXED.test(word) };
}

/** Scripts without spaces are taken two letters at a time. */
function splitWord(word: string): string[] {
  if (!SPACELESS.test(word)) return [[...word].slice(0, WORD_MAX).join("")];
  return [...word.matchAll(RUN)].flatMap(([run]) => {
    const letters = [...run];
    if (!SPACELESS.test(run) || letters.length < 2) return [letters.slice(0, WORD_MAX).join("")];
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** The part of a host that its owner registered, roughly: `a.shop.co.uk` is `shop.co.uk`. */
function siteOf(host: string): string {
  const labels = host.split(".");
  const [second = "", first = ""] = labels.slice(-2);
  return labels.slice(second.length <= 3 && first.length === 2 ? -3 : -2).join(".");
}

function scriptOf(whole: string): string {
  const text = whole.slice(0, SCRIPT_SAMPLE);
  let most = { script: "none", count: 0 };
  for (const [script, pattern] of SCRIPT_PATTERNS) {
    const count = text.match(pattern)?.length ?? 0;
    if (count > most.count) most = { script, count };
  }
  return most.script;
}

const classOf = (count: number, limits: number[]): number => limits.findIndex((limit) => count <= limit) + 1 || limits.length + 1;

type Words = { words: Set<string>; pairs: Set<string>; loud: Set<string>; isMixed: boolean; said: string[] };

function add(set: Set<string>, value: string, most: number): void {
  if (set.size < most) set.add(value);
}

function wordsOf(text: string): Words {
  const found: Words = { words: new Set(), pairs: new Set(), loud: new Set(), isMixed: false, said: [] };
  let before = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const { word: whole, isMixed } = plainWord(token.startsWith("!") ? token.slice(0, 3) : token);
    found.said.push(whole);
    if (isMixed) found.isMixed = true;
    for (const word of NUMBER.test(whole) ? [`${whole.length} digits`] : splitWord(whole)) {
      add(found.words, word, MOST.words);
      if (before !== "") add(found.pairs, `${before} ${word}`, MOST.pairs);
      if (LOUD.test(token)) add(found.loud, word, MOST.loud);
      before = word;
    }
  }
  return found;
}

const named = (kind: string, values: Iterable<string | number>): string[] => [...values].map((value) => `${kind}:${value}`);

/**
 * `hosts`: of links, each once. `key`: the same for texts of the same words in the same order, however they are written; null for a text without
 * words. `features`: what the filter learns and judges, each once.
 */
type ReadText = { hosts: string[]; key: string | null; features: string[] };

/**
 * Features are `word:…`, `loud:…` (in capitals), `pair:… …`, `host:…`, `site:…`, `links:…`, `script:…`, `length:…`, `sign:…`. Look-alike letters
 * and invisible characters don't make another word.
 */
export function readText(text: string): ReadText {
  const visible = text.replace(INVISIBLE, "");
  const links = hostsIn(visible);
  const hosts = [...new Set(links)];
  const { words, pairs, loud, isMixed, said } = wordsOf(visible);
  const key = said.length === 0 ? null : createHash("sha256").update(said.join(" ")).digest("base64url").slice(0, 22);
  const few = hosts.slice(0, MOST.hosts);
  const features = [
    ...named("host", few),
    ...named("site", new Set(few.map(siteOf))),
    `links:${classOf(links.length, [0, 1, 2, 4, 9])}`,
    `script:${scriptOf(visible)}`,
    `length:${classOf(visible.length, [0, 20, 60, 150, 400, 1000, 2500])}`,
    ...(HIDDEN.test(text) ? ["sign:hidden"] : []),
    ...(isMixed ? ["sign:mixed"] : []),
    ...named("word", words),
    ...named("loud", loud),
    ...named("pair", pairs),
  ];
  return { hosts, key, features };
}
