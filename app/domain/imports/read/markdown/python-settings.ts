import { textIn } from "../front-matter.ts";

const TEXT = /^([A-Z][A-Z_0-9]{1,60})[ \t]{0,9}=[ \t]{0,9}[ru]{0,2}(["'])([^"'\n]{0,500})\2/gm;
const SWITCH = /^([A-Z][A-Z_0-9]{1,60})[ \t]{0,9}=[ \t]{0,9}(True|False)\b/gm;
const LIST = /^([A-Z][A-Z_0-9]{1,60})[ \t]{0,9}=[ \t]{0,9}\[([^\]]{0,2000})\]/gm;
const QUOTED = /(["'])([^"'\n]{0,500})\1/g;
const NIKOLA_PLACES =
  /^(POSTS|PAGES|STORIES)[ \t]{0,9}=[ \t]{0,9}\(([^#]{0,5000}?)\n\)|^TRANSLATIONS[ \t]{0,9}=[ \t]{0,9}\{([^}]{0,3000})\}/gm;
const PAIR = /\(\s{0,20}["']([^"'*]{0,300}?)\/?\*[^"']{0,40}["']\s{0,9},\s{0,9}["']([^"']{0,300})["']/g;

const withoutComments = (source: string) => source.replace(/^[ \t]{0,40}#[^\n]*\n/gm, "");

/** By names in lower case. Nikola's `POSTS` and `PAGES` become pairs of folder and path, `TRANSLATIONS` the languages. */
export function pythonSettings(source: string): Record<string, unknown> {
  const plain = withoutComments(source.slice(0, 500_000));
  const settings: Record<string, unknown> = {};
  for (const [, name = "", , text] of plain.matchAll(TEXT)) settings[name.toLowerCase()] = text;
  for (const [, name = "", value] of plain.matchAll(SWITCH)) settings[name.toLowerCase()] = value === "True";
  for (const [, name = "", list = ""] of plain.matchAll(LIST))
    settings[name.toLowerCase()] = [...list.matchAll(QUOTED)].map(([, , text]) => text);
  for (const [, name, tuples = "", languages] of plain.matchAll(NIKOLA_PLACES)) {
    if (name) settings[name.toLowerCase()] = [...tuples.matchAll(PAIR)].map(([, folder, path]) => [folder, path]);
    else {
      const main = textIn(settings.default_lang) || "en";
      const others = [...(languages ?? "").matchAll(/(["'])([a-z]{2}(?:[-_][a-z]{2,4})?)\1\s{0,9}:/gi)].map(([, , one]) => one);
      settings.languages = Object.fromEntries([main, ...others].map((one) => [one, {}]));
    }
  }
  return settings;
}
