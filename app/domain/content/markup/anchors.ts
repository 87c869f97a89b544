import { NOTE_ID, REFERENCE_ID } from "./footnotes.ts";
import { type Element, isElement, type Node, plainText, walk } from "./tree.ts";

/** No other id of a page starts with it, so that an article's can't duplicate ids of the page. */
const PREFIX = "h-";
const MAX_ANCHOR_LENGTH = 60;

const cut = (text: string) => text.slice(0, MAX_ANCHOR_LENGTH).toWellFormed();

const anchorOf = (text: string) =>
  cut(
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\p{M}+/gu, "")
      .replace(/['’]/g, "")
      .replace(/[^\p{L}\p{N}]+/gu, "-"),
  ).replace(/^-+|-+$/g, "") || "section";

const commonAnchorOf = (text: string) =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\p{Join_Control} -]/gu, "")
    .replaceAll(" ", "-");

/** `h-dawn`, `h-dawn-2`, … */
function createAnchors(): (name: string) => string {
  const taken = new Set<string>();
  const last = new Map<string, number>();
  return (name) => {
    const base = PREFIX + name;
    let anchor = base;
    for (let n = (last.get(base) ?? 1) + 1; taken.has(anchor); n += 1) {
      anchor = `${base}-${n}`;
      last.set(base, n);
    }
    taken.add(anchor);
    return anchor;
  };
}

/** The top of the page, unless something has the name (HTML, section 7.4.6.3). */
export const isTop = (name: string) => /^top$/i.test(name);

/** In NFC; null for links that leave the article and those to footnotes. */
export function linkedName(href: string): string | null {
  if (!href.startsWith("#")) return null;
  let name = href.slice(1);
  try {
    name = decodeURIComponent(name);
  } catch {}
  return name === "" || NOTE_ID.test(name) || REFERENCE_ID.test(name) ? null : name.normalize("NFC");
}

/** The id, and the name of an `<a>`. */
export function namesOf<Extra extends object>({ name, attributes }: Element<Extra>): string[] {
  const names = [attributes.id, name === "a" ? attributes.name : undefined];
  return names.filter((own) => own !== undefined && !NOTE_ID.test(own) && !REFERENCE_ID.test(own)) as string[];
}

type Anchor<Extra extends object = never> = { element: Element<Extra>; id: string; isHeading: boolean };
type HeadingAnchor<Extra extends object> = Anchor<Extra> & { text: string };

const HEADING = /^h[1-6]$/;

function findHeadings<Extra extends object>(nodes: Node<Extra>[], unique: (name: string) => string): HeadingAnchor<Extra>[] {
  const found: HeadingAnchor<Extra>[] = [];
  walk(nodes, (element) => {
    if (!isElement(element) || !HEADING.test(element.name)) return;
    const text = plainText(element.children);
    if (text !== "") found.push({ element, id: unique(anchorOf(text)), text, isHeading: true });
  });
  return found;
}

/** By GitHub's names: repeated ones are numbered from 1. */
function commonNames<Extra extends object>(headings: readonly HeadingAnchor<Extra>[]): Map<string, HeadingAnchor<Extra>> {
  const byName = new Map<string, HeadingAnchor<Extra>>();
  const counts = new Map<string, number>();
  for (const heading of headings) {
    const base = commonAnchorOf(heading.text);
    let count = counts.get(base) ?? 0;
    let name = count > 0 ? `${base}-${count}` : base;
    while (byName.has(name)) {
      count += 1;
      name = `${base}-${count}`;
    }
    counts.set(base, count + 1);
    byName.set(name, heading);
  }
  return byName;
}

/** A name within a heading, or of it, is the heading's. */
function ownNames<Extra extends object>(
  nodes: Node<Extra>[],
  headings: ReadonlyMap<Element<Extra>, HeadingAnchor<Extra>>,
  named: (element: Element<Extra>) => readonly string[],
  unique: (name: string) => string,
): Map<string, Anchor<Extra>> {
  const places = new Map<string, Anchor<Extra>>();
  const visit = (list: Node<Extra>[], around: HeadingAnchor<Extra> | undefined) => {
    for (const element of list) {
      if (typeof element === "string" || !isElement(element)) continue;
      const heading = headings.get(element) ?? around;
      for (const name of named(element).map((one) => one.normalize("NFC"))) {
        if (places.has(name)) continue;
        const id = heading?.id ?? unique(cut(name.replace(/^h-/, "").replace(/[^\p{L}\p{M}\p{N}._:-]+/gu, "-")));
        places.set(name, heading ?? { element, id, isHeading: false });
      }
      visit(element.children, heading);
    }
  };
  visit(nodes, undefined);
  return places;
}

function linkedNames<Extra extends object>(nodes: Node<Extra>[]): Set<string> {
  const names = new Set<string>();
  walk(nodes, (element) => {
    const name = isElement(element) ? linkedName(element.attributes.href ?? "") : null;
    if (name !== null) names.add(name);
  });
  return names;
}

/** By this site's anchors or GitHub's, and by what the author named. @returns `find`: the place for a name of `linkedName` */
export function anchorsIn<Extra extends object = never>(
  nodes: Node<Extra>[],
  named: (element: Element<Extra>) => readonly string[] = namesOf,
): { headings: HeadingAnchor<Extra>[]; find(name: string): Anchor<Extra> | null } {
  const unique = createAnchors();
  const headings = findHeadings(nodes, unique);
  const own = ownNames(nodes, new Map(headings.map((heading) => [heading.element, heading])), named, unique);
  const byId = new Map(headings.map((heading) => [heading.id, heading]));
  const common = commonNames(headings);
  const linked = linkedNames(nodes);
  /** As GitHub does: "-2" is the third, not the second. */
  const countsFromOne = (name: string) => {
    const first = name.replace(/-\d+$/, "-1");
    return first !== name && linked.has(first) && common.has(first) && !byId.has(PREFIX + first);
  };
  const find = (name: string) => {
    const ours = byId.get(PREFIX + name);
    const theirs = common.get(name) ?? common.get(name.toLowerCase());
    const other = name.replace(/^user-content-/, "");
    return (
      own.get(name) ??
      byId.get(name) ??
      (countsFromOne(name) ? (theirs ?? ours) : (ours ?? theirs)) ??
      byId.get(PREFIX + anchorOf(name)) ??
      (other === name ? null : (own.get(other) ?? common.get(other) ?? null))
    );
  };
  return { headings, find };
}
