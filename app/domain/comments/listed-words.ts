import { domainToUnicode } from "node:url";
import { foldText, UNSPACED } from "../../platform/fold-text.ts";
import { hostsIn } from "../linked-text.ts";

/** Cyrillic and Greek letters that look like Latin ones, after folding. */
const FOREIGN = [..."авекмнорстухіјѕԁԛԝһӏαεηικνορτυχγσɡɩ"];
const LATIN = "abekmhopctyxijsdqwhlaenikvoptuxyogi";
const LOOK_ALIKES: Record<string, string> = Object.fromEntries(FOREIGN.map((letter, at) => [letter, LATIN[at] ?? letter]));
const LOOK_ALIKE = new RegExp(`[${FOREIGN.join("")}]`, "g");

/** As it looks: without invisible characters, case and accents, and with Latin letters for those that look like them. */
const looksOf = (text: string): string =>
  foldText(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ""))
    .replace(LOOK_ALIKE, (letter) => LOOK_ALIKES[letter] ?? letter)
    .replace(/\s+/g, " ")
    .trim();

const DOMAIN = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;
const INSIDE_WORD = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, "u");

/** Words end where letters and digits do, except in scripts that have no spaces between words. */
function isWhole(text: string, at: number, word: string): boolean {
  const meets = (one: string | undefined, other: string | undefined) =>
    [one, other].every((letter) => letter !== undefined && INSIDE_WORD.test(letter) && !UNSPACED_LETTER.test(letter));
  const [before, after] = [
    [...text.slice(Math.max(0, at - 2), at)].at(-1),
    [...text.slice(at + word.length, at + word.length + 2)][0],
  ];
  return !meets(before, [...word][0]) && !meets([...word].at(-1), after);
}

/** Not a part of another domain: pills.example isn't pills.example.org, nor good-pills.example. */
const isWholeDomain = (text: string, at: number, word: string): boolean =>
  !DOMAIN.test(word) || (text[at - 1] !== "-" && !/^[.-][\p{L}\p{N}]/u.test(text.slice(at + word.length, at + word.length + 3)));

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (isWhole(text, at, word) && isWholeDomain(text, at, word)) return true;
  return false;
}

/** A domain is also found in the hosts of links, with its subdomains. @param list one word, phrase or domain for each line */
export function hasListedWord(content: string, list: string): boolean {
  const words = list
    .split("\n")
    .map(looksOf)
    .filter((word) => word !== "");
  if (words.length === 0) return false;
  const text = looksOf(content);
  const hosts = hostsIn(content).map((host) => looksOf(domainToUnicode(host)));
  const isHost = (word: string) => DOMAIN.test(word) && hosts.some((host) => host === word || host.endsWith(`.${word}`));
  return words.some((word) => isHost(word) || holdsWord(text, word));
}
