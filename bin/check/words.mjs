import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { GIVEN_ELSEWHERE, NOT_PROSE, READ, RIGHT_ANYWAY, RULES, SPECIFIED, TITLES, UNSPOKEN } from "./word-rules.mjs";

/** @typedef {import("./structure.mjs").Violation} Violation */
/** @typedef {import("./read-texts.mjs").Text} Text */
/**
 * @typedef {{ specification: string, names: Set<string>, hasWord: (word: string) => boolean }} House what texts are held against
 */

const SPECIFICATION = "docs/SPECIFICATION.md";
const NAMES = "bin/check/names.txt";
const CACHE = ".cache/words.json";

const own = (/** @type {string} */ path) => join(import.meta.dirname, "..", "..", path);

/** Code in a text: between backticks, placeholders, elements, paths, addresses, names of variables and files, options. */
const CODE =
  /`[^`]*`|\{[^}]*\}|<[^>]*>|&\w+;|\S*[/_@\\#=*%$~^|+]\S*|\S+\.[a-z]\S*|(?<!\w)-{1,2}\w\S*|\w+-\w*\d\w*|ProseMirror-\w+/gi;

/** Looks words up in American English and among the names of the house. */
async function readDictionary(/** @type {Set<string>} */ names) {
  const { decodeTrie } = await import("cspell-trie-lib");
  const trie = decodeTrie(gunzipSync(readFileSync(own("node_modules/@cspell/dict-en_us/en_US.trie.gz"))));
  return (/** @type {string} */ word) => names.has(word) || trie.hasWord(word, true) || trie.hasWord(word.toLowerCase(), true);
}

/** The words of a text that can be misspelled: no code, no abbreviations in capitals, no camelCase. */
const wordsOf = (/** @type {string} */ text) =>
  (text.replace(CODE, " ").match(/\p{L}[\p{L}']*/gu) ?? [])
    .map((word) => word.replace(/'s$|'+$/, ""))
    .filter((word) => word.length > 2 && !/^\p{Lu}+s?$|.\p{Lu}/u.test(word));

/** Words with a capital within a label, unless they are names or in a title. */
function capitalsIn(/** @type {string} */ text, /** @type {House} */ { names, specification }) {
  if (specification.includes(text)) return [];
  let rest = text;
  for (const title of TITLES) rest = rest.replaceAll(title, title.toLowerCase());
  if (rest.split(" ").length > 7) return [];
  return [...rest.matchAll(/(?<=[a-z,] )[A-Z][a-z]{2,}\b/g)].map(([word]) => word).filter((word) => !names.has(word));
}

/**
 * What is wrong with one text, and what to write instead.
 * @param {Text} text
 * @param {{ isScreen: boolean, home: string | undefined }} source `isScreen`: whether it is a text of a screen, and not of the API or
 *   the log; `home`: the file in which the texts of its screen are together
 * @param {House} house
 * @returns {string[]}
 */
function faultsOf({ text, raw, place, isPart, isContent }, { isScreen, home }, house) {
  const isSpecified = house.specification.includes(`'${text}'`) || SPECIFIED.includes(text);
  if (isSpecified || Object.hasOwn(RIGHT_ANYWAY, text)) return [];
  const prose = text.replace(/`[^`]*`/g, "`x`");
  const broken = RULES.filter(
    ({ pattern, only, not, whole }) =>
      pattern.test(prose) && (!only || only.test(place)) && !not?.test(prose) && !(whole && isPart),
  );
  return [
    ...wordsOf(text)
      .filter((word) => !house.hasWord(word))
      .map((word) => `“${word}” isn't American English: correct it, or add a name to ${NAMES}`),
    ...broken.map(({ pattern, instead }) => `not “${pattern.exec(prose)?.[0].trim()}”: write ${instead}`),
    ...(isScreen ? capitalsIn(text, house) : []).map(
      (word) => `“${word}” within a label: write “${word.toLowerCase()}”, or add the title to bin/check/word-rules.mjs`,
    ),
    ...(home && place !== "code" && (isContent || !UNSPOKEN.test(text))
      ? [`write it in ${home}, with the other texts of the screen`]
      : []),
    ...(/\S {2,}\S/.test(raw) && !raw.includes("\n") ? ["two spaces: write one"] : []),
  ];
}

/** The file in which the texts of a screen are together: the nearest one, if this isn't it. */
function homeOf(/** @type {string} */ path, /** @type {string[]} */ paths) {
  const homes = paths.filter((one) => one.endsWith("/texts.ts") && path.startsWith(`${dirname(one)}/`));
  const nearest = homes.sort((a, b) => b.length - a.length)[0];
  return nearest === path ? undefined : nearest;
}

/** The sources whose texts are read, relative to the project's folder. */
function sourcesOf(/** @type {string} */ root) {
  return READ.filter((folder) => statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory())
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.sql\.ts$|\.gen\.ts$/.test(path))
    .filter((path) => !NOT_PROSE.includes(path) && !GIVEN_ELSEWHERE.some((start) => path.startsWith(start)))
    .sort();
}

/** What was found before, by the hash of the file and of everything it was held against. @returns {Record<string, Violation[]>} */
function readCache(/** @type {string} */ root) {
  try {
    return JSON.parse(readFileSync(join(root, CACHE), "utf8"));
  } catch {
    return {};
  }
}

/**
 * Checks the spelling of visible texts in American English and holds them against the words of the house (word-rules.mjs).
 * Files that haven't changed since the last check aren't read again.
 * @param {string} root the project's folder
 * @returns {Promise<{ violations: Violation[], files: number }>}
 */
export async function checkWords(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), "utf8");
  const specification = read(SPECIFICATION);
  const list = readFileSync(own(NAMES), "utf8");
  const tools = ["words.mjs", "word-rules.mjs", "read-texts.mjs"].map((name) => readFileSync(own(`bin/check/${name}`), "utf8"));
  const basis = createHash("sha256")
    .update([...tools, specification, list, readFileSync(own("package-lock.json"), "utf8")].join("\0"))
    .digest("hex");
  const hashOf = (/** @type {(string | undefined)[]} */ ...parts) =>
    createHash("sha256")
      .update([basis, ...parts].join("\0"))
      .digest("base64url");

  const before = readCache(root);
  const files = sourcesOf(root).map((path, _, paths) => {
    const [code, home] = [read(path), homeOf(path, paths)];
    return { path, code, home, key: hashOf(path, home, code) };
  });
  /** @type {Record<string, Violation[]>} */
  const now = {};
  /** @type {House | undefined} */
  let house;
  for (const { path, code, home, key } of files) {
    const known = before[key];
    if (known) {
      now[key] = known;
      continue;
    }
    const { readTexts } = await import("./read-texts.mjs");
    const names = new Set(list.split(/\s+/));
    house ??= {
      names,
      specification: specification.replace(/\s+/g, " ").replace(/\{[^}]*\}/g, "{…}"),
      hasWord: await readDictionary(names),
    };
    const isScreen = /^app\/(pages|ui)\//.test(path);
    now[key] = [];
    for (const text of readTexts(path, code))
      for (const fault of faultsOf(text, { isScreen, home }, house))
        now[key].push({ path, line: text.line, what: `“${text.text.slice(0, 90)}”: ${fault}` });
  }
  mkdirSync(dirname(join(root, CACHE)), { recursive: true });
  writeFileSync(join(root, CACHE), JSON.stringify(now));
  return { violations: files.flatMap(({ key }) => now[key] ?? []), files: files.length };
}
