import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { GIVEN_ELSEWHERE, GIVEN_STRAIGHT, NOT_PROSE, PRINTED, READ, RULES } from "./word-rules.mjs";

/** @typedef {import("./structure.mjs").Violation} Violation */

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
  (
    text
      .replaceAll("’", "'")
      .replace(CODE, " ")
      .match(/\p{L}[\p{L}']*/gu) ?? []
  )
    .map((word) => word.replace(/'s$|'+$/, ""))
    .filter((word) => word.length > 2 && !/^\p{Lu}+s?$|.\p{Lu}/u.test(word));

/** An apostrophe or a quotation mark of a typewriter, outside code. */
function hasStraight(/** @type {string} */ text) {
  const prose = text.replace(/\{[^}]*\}/g, "x").replace(CODE, " ");
  return /\p{L}'\p{L}|\p{L}' |"\p{L}|\p{L}"/u.test(prose) && !GIVEN_STRAIGHT.includes(text);
}

/** What is wrong with a text, and what to write instead. @returns {string[]} */
function faultsOf(/** @type {string} */ path, /** @type {string} */ text, /** @type {(word: string) => boolean} */ hasWord) {
  const prose = text.replace(/`[^`]*`/g, "`x`");
  return [
    ...wordsOf(text)
      .filter((word) => !hasWord(word))
      .map((word) => `“${word}” isn't American English: correct it, or add a name to ${NAMES}`),
    ...RULES.filter(({ pattern }) => pattern.test(prose)).map(
      ({ pattern, instead }) => `not “${pattern.exec(prose)?.[0].trim()}”: write ${instead}`,
    ),
    ...(hasStraight(text) && !PRINTED.some((start) => path.startsWith(start))
      ? ["write curly apostrophes and quotes: ’ “ ”"]
      : []),
  ];
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
 * Checks the spelling of visible texts in American English, that they use the words of the glossary
 * (word-rules.mjs), and that their apostrophes and quotes are curly.
 * Files that haven't changed since the last check aren't read again.
 * @param {string} root the project's folder
 * @returns {Promise<{ violations: Violation[], files: number }>}
 */
export async function checkWords(root) {
  const list = readFileSync(own(NAMES), "utf8");
  const tools = ["words.mjs", "word-rules.mjs", "read-texts.mjs"].map((name) => readFileSync(own(`bin/check/${name}`), "utf8"));
  const basis = [...tools, list, readFileSync(own("package-lock.json"), "utf8")].join("\0");
  const before = readCache(root);
  const files = sourcesOf(root).map((path) => {
    const code = readFileSync(join(root, path), "utf8");
    return { path, code, key: createHash("sha256").update([basis, path, code].join("\0")).digest("base64url") };
  });
  /** @type {Record<string, Violation[]>} */
  const now = {};
  /** @type {((word: string) => boolean) | undefined} */
  let hasWord;
  for (const { path, code, key } of files) {
    const known = before[key];
    if (known) {
      now[key] = known;
      continue;
    }
    const { readTexts } = await import("./read-texts.mjs");
    hasWord ??= await readDictionary(new Set(list.split(/\s+/)));
    now[key] = [];
    for (const { line, text } of readTexts(path, code))
      for (const fault of faultsOf(path, text, hasWord)) now[key].push({ path, line, what: `“${text.slice(0, 90)}”: ${fault}` });
  }
  mkdirSync(dirname(join(root, CACHE)), { recursive: true });
  writeFileSync(join(root, CACHE), JSON.stringify(now));
  return { violations: files.flatMap(({ key }) => now[key] ?? []), files: files.length };
}
