import type { ReaderText, WordPart } from "../../../domain/words/words.ts";
import { foldText } from "../../../platform/fold-text.ts";

/** The parts of the site, in the order in which readers come upon them, by the first word of a text's key. */
const AREAS: Record<string, string> = {
  layout: "Header and footer",
  home: "Home",
  cards: "Lists of articles",
  listing: "All Articles",
  search: "Search suggestions",
  story: "Articles",
  players: "Recordings and videos",
  comments: "Comments",
  commentForm: "Comment form",
  newsletter: "Newsletter",
  newsletterLinks: "Newsletter: links in emails",
  unsubscribe: "Unsubscribing",
  about: "About",
  ownPage: "Pages",
  privacy: "Privacy",
  data: "Privacy: what is stored",
  storage: "Cookies and storage",
  keys: "Cookies and storage: each entry",
  terms: "Terms",
  account: "Signing in and signing up",
  signedUp: "After signing up",
  accountPage: "Account",
  frame: "Forms of accounts",
  mail: "Emails",
  messages: "Missing pages and errors",
  closed: "Maintenance",
  preview: "Preview links",
  ui: "Theme and passwords",
  defaults: "Names until you choose your own",
  setup: "Setup",
  setupScript: "Setup, while it runs",
};
const ORDER = Object.keys(AREAS);

const areaOf = (key: string) => key.split(".")[0] ?? "";
const placeOf = (key: string) => (ORDER.indexOf(areaOf(key)) + ORDER.length + 1) % (ORDER.length + 1);

export const areaName = (key: string): string => AREAS[areaOf(key)] ?? areaOf(key);

export const inOrder = (texts: readonly ReaderText[]): ReaderText[] => texts.toSorted((a, b) => placeOf(a.key) - placeOf(b.key));

export type Shown = "all" | "missing" | "changed" | "unsaved";

/** By key, for parts that differ from what is saved. */
export type Typed = Readonly<Record<string, string>>;

/** What a field says while nothing is typed. */
export const savedText = ({ own, shipped }: WordPart): string => own ?? shipped ?? "";

export const isMissing = ({ parts }: ReaderText): boolean => parts.some(({ own, shipped }) => (own ?? shipped) === null);
const isChanged = ({ parts }: ReaderText): boolean => parts.some(({ own }) => own !== null);

const IS: Record<Shown, (text: ReaderText, typed: Typed) => boolean> = {
  all: () => true,
  missing: isMissing,
  changed: isChanged,
  unsaved: ({ parts }, typed) => parts.some(({ key }) => key in typed),
};

export const countOf = (texts: readonly ReaderText[], shown: Shown, typed: Typed): number =>
  texts.filter((text) => IS[shown](text, typed)).length;

/** @param search in the English text, in its translation and in the name of the part of the site */
export function filterTexts(texts: readonly ReaderText[], shown: Shown, typed: Typed, search: string): ReaderText[] {
  const term = foldText(search.trim());
  const says = ({ key, parts }: ReaderText) =>
    foldText([areaName(key), key, ...parts.flatMap((part) => [part.english, savedText(part)])].join(" ")).includes(term);
  return texts.filter((text) => IS[shown](text, typed) && (term === "" || says(text)));
}
