import { FOOTNOTE, MAX_FOOTNOTE_REFERENCES, NOTE_ID, noteId, notesOf, REFERENCE_ID, referredNote } from "./footnotes.ts";
import { BLOCKS, type Element, type Node, plainText, walk } from "./tree.ts";

/** A number, `[1]`, `(iv)`, `a`, `*`, `note 2`. */
const MARKER = /^[[(]?\s?(?:(?:note|fn)\s?)?(?:\d{1,4}|[ivxlc]{1,7}|[a-z]|[*†‡§¶#]{1,4})\s?[\])]?[.:]?$/i;
/** `fn1`, `fn:1`, `user-content-fn-1`, `ftn1`, `_ftn1`, `footnote-1`, `cite_note-1`. */
const NOTE_NAME =
  /^(?:user-content-)?_?(?:fn|ftn|ftnt|edn|sdfootnote|footnote|endnote|cite[-_]note|note)[-_:.]{0,2}[\w:.-]{1,80}$/i;
const NOTE_ELEMENTS = new Set(["li", "p", "div", "dd", "section"]);
const BACK_MAX = 40;

/** `links`: the references, in order; `backs`: the ids of what the note leads back to. */
type Found = { item: Element; target: Element; links: Element[]; backs: Set<string> };

/** Parents, elements that ids name, and how many such targets each element contains. */
type Survey = {
  parents: Map<Element, Element>;
  positions: Map<Element, number>;
  targets: Map<string, Element>;
  links: Element[];
  counts: Map<Element, number>;
};

const namesOf = ({ attributes }: Element): string[] => [attributes.id, attributes.name].filter((name) => name !== undefined);

function targetOf(link: Element): string | null {
  const href = link.attributes.href ?? "";
  if (link.name !== "a" || !href.startsWith("#") || href.length < 2) return null;
  try {
    return decodeURIComponent(href.slice(1));
  } catch {
    return href.slice(1);
  }
}

function surveyTree(nodes: Node[]): Survey {
  const survey: Survey = { parents: new Map(), positions: new Map(), targets: new Map(), links: [], counts: new Map() };
  const { parents, positions, targets, links, counts } = survey;
  walk(nodes, (element) => {
    for (const name of namesOf(element)) if (!targets.has(name)) targets.set(name, element);
    if (targetOf(element) !== null) links.push(element);
    for (const [position, child] of element.children.entries()) {
      if (typeof child === "string") continue;
      parents.set(child, element);
      positions.set(child, position);
    }
  });
  const wanted = new Set(links.flatMap((link) => targets.get(targetOf(link) ?? "") ?? []));
  for (const target of wanted)
    for (let at: Element | undefined = target; at; at = parents.get(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
  return survey;
}

const isBlank = (node: Node) => typeof node === "string" && node.trim() === "";
const isInline = ({ name }: Element) => !BLOCKS.has(name);
function isFirst(child: Element, parent: Element, { positions }: Survey): boolean {
  const position = positions.get(child) ?? 0;
  return position < 20 && /^[\s[(]*$/.test(plainText(parent.children.slice(0, position)));
}

function isWithin(element: Element, outer: Element, { parents }: Survey): boolean {
  for (let at: Element | undefined = element; at; at = parents.get(at)) if (at === outer) return true;
  return false;
}

function noteAt(target: Element, link: Element, survey: Survey): Element | null {
  const { parents, counts } = survey;
  let item = target;
  while (isInline(item)) {
    const parent = parents.get(item);
    if (!parent || !isFirst(item, parent, survey)) return null;
    item = parent;
  }
  // A note of several paragraphs is its whole box.
  for (let parent = parents.get(item); parent; parent = parents.get(item)) {
    const isBox = item.name === "p" || item.name === "div" ? parent.name === "div" || parent.name === "li" : false;
    if (!isBox || !isFirst(item, parent, survey) || counts.get(parent) !== counts.get(item) || isWithin(link, parent, survey))
      break;
    item = parent;
  }
  if (!NOTE_ELEMENTS.has(item.name) || isWithin(link, item, survey)) return null;
  return target !== item && (counts.get(item) ?? 0) > 2 ? null : item;
}

/** Its own id, those around it within the line, and of an empty mark before it. */
function backsOf(link: Element, { parents, positions }: Survey): string[] {
  const names = namesOf(link);
  for (const child of link.children) if (typeof child !== "string") names.push(...namesOf(child));
  for (let at = link; ; ) {
    const parent = parents.get(at);
    if (!parent) return names;
    const position = positions.get(at) ?? 0;
    const before = parent.children.slice(Math.max(0, position - 2), position).findLast((node) => !isBlank(node));
    if (typeof before === "object" && plainText([before]) === "") names.push(...namesOf(before));
    if (!isInline(parent)) return names;
    names.push(...namesOf(parent));
    at = parent;
  }
}

const isMarker = (link: Element, { parents }: Survey): boolean =>
  MARKER.test(plainText([link])) ||
  parents.get(link)?.name === "sup" ||
  link.children.some((child) => typeof child !== "string" && child.name === "sup");

function findNotes(survey: Survey, own: ReadonlySet<Element>): Map<Element, Found> {
  const { parents, targets, links } = survey;
  const found = new Map<Element, Found>();
  const isInNote = (link: Element) => {
    for (let at: Element | undefined = link; at; at = parents.get(at)) if (found.has(at) || own.has(at)) return true;
    return false;
  };
  const known = new Map<Element, Set<string>>();
  const linksIn = (item: Element): Set<string> => {
    const ids = known.get(item) ?? new Set<string>();
    if (!known.has(item)) walk(item.children, (element) => void ids.add(targetOf(element) ?? ""));
    known.set(item, ids);
    return ids;
  };
  for (const link of links) {
    const id = targetOf(link) ?? "";
    const target = targets.get(id);
    const parent = parents.get(link);
    if (!target || !isMarker(link, survey) || isInNote(link) || (parent && referredNote(parent) !== null)) continue;
    const item = own.has(target) ? target : noteAt(target, link, survey);
    if (!item || (isInNote(item) && !found.has(item) && !own.has(item))) continue;
    const backs = backsOf(link, survey).filter((name) => linksIn(item).has(name));
    if (backs.length === 0 && !NOTE_NAME.test(id) && !found.has(item)) continue;
    const note = found.get(item) ?? { item, target, links: [], backs: new Set<string>() };
    note.links.push(link);
    for (const back of backs) note.backs.add(back);
    found.set(item, note);
  }
  return found;
}

function refer(link: Element, number: number, { parents }: Survey): void {
  let outer = link;
  // A box of more than the reference and its brackets may be large.
  const isBox = (element: Element | undefined) => element && isInline(element) && element.children.length < 5;
  const bare = (element: Element) => plainText([element]).replace(/[[\]()\s]/g, "");
  for (let parent = parents.get(outer); parent && isBox(parent) && bare(parent) === bare(link); parent = parents.get(outer))
    outer = parent;
  const children = [plainText([link])];
  outer.name = "sup";
  outer.attributes = { class: FOOTNOTE.reference };
  outer.children = [{ name: "a", attributes: { href: `#${noteId(number)}` }, children }];
}

/** Also removes the number that it begins with: the list numbers it. */
function unmark({ item, target, backs }: Found, survey: Survey): void {
  const gone = new Set<Node>();
  walk([item], (element) => {
    const isBack = backs.has(targetOf(element) ?? "") && plainText([element]).length <= BACK_MAX;
    const isNumber =
      element === target && element !== item && isInline(element) && /^$|^\W*\w{1,4}\W*$/.test(plainText([element]));
    if (!isBack && !isNumber) return true;
    let outer = element;
    for (
      let parent = survey.parents.get(outer);
      parent && parent !== item && isInline(parent) && parent.children.length < 5 && plainText([parent]) === plainText([outer]);
      parent = survey.parents.get(outer)
    )
      outer = parent;
    gone.add(outer);
    return false;
  });
  const remove = (nodes: Node[]): Node[] =>
    nodes.flatMap((node) => {
      if (gone.has(node)) return [];
      if (typeof node !== "string") node.children = remove(node.children);
      return [node];
    });
  const isLed = gone.size > 0 && startsWith(item, gone);
  item.children = remove(item.children);
  if (isLed || item.name !== "li") trimStart(item, isLed);
}

function startsWith(element: Element, marks: ReadonlySet<Node>): boolean {
  const first = element.children.find((node) => typeof node !== "string" || !/^[\s[(]*$/.test(node));
  if (first === undefined || typeof first === "string") return false;
  return marks.has(first) || startsWith(first, marks);
}

function trimStart(element: Element, isLed: boolean): void {
  const index = element.children.findIndex((node) => !isBlank(node));
  const first = element.children[index];
  if (typeof first === "string")
    element.children[index] = first.replace(isLed ? /^[\s[(]*[\])]?[.:)]?\s*/ : /^\s*[[(]?\d{1,4}[\])]?[.:)]?\s+/, "");
  else if (first && !isInline(first)) trimStart(first, isLed);
  else if (first && !isLed && /^[[(]?\d{1,4}[\])]?[.:)]?$/.test(plainText([first]))) {
    element.children.splice(index, 1);
    trimStart(element, true);
  }
}

const hasContent = (nodes: Node[]): boolean => {
  if (plainText(nodes) !== "") return true;
  let found = false;
  walk(nodes, ({ name }) => {
    found ||= name === "img";
  });
  return found;
};

function withoutNotes(nodes: Node[], notes: ReadonlyMap<Element, unknown>): Node[] {
  const isEmptied = (node: Element): boolean => {
    const rest = withoutNotes(node.children, notes);
    if (rest.length === node.children.length && rest.every((child, index) => child === node.children[index])) return false;
    node.children = rest;
    const visible = rest.filter((child) => typeof child === "string" || !(child.name === "hr" || isLabel(child, node)));
    return !hasContent(visible);
  };
  const kept: Node[] = [];
  let wasEmptied = false;
  for (const node of nodes) {
    const isGone = typeof node !== "string" && (notes.has(node) || isEmptied(node));
    if (isGone && !wasEmptied) {
      const last = kept.findLastIndex((one) => !isBlank(one));
      const line = kept[last];
      if (typeof line === "object" && line.name === "hr") kept.splice(last);
    }
    if (!isGone) kept.push(node);
    if (isGone || !isBlank(node)) wasEmptied = isGone;
  }
  return kept;
}

/** For screen readers only: the list has it as its label. */
const isLabel = (node: Element, parent: Element) =>
  parent.name === "section" && /^h[1-6]$/.test(node.name) && plainText([node]) === "Footnotes";

function withoutNames(nodes: Node[]): void {
  walk(nodes, ({ name, attributes }) => {
    const own = name === "a" ? REFERENCE_ID : name === "li" ? NOTE_ID : null;
    if (attributes.id !== undefined && !own?.test(attributes.id)) delete attributes.id;
    if (attributes.name !== undefined) delete attributes.name;
  });
}

/**
 * Notes of markdown-it, PHP Markdown Extra, kramdown, Hugo, GitHub, pandoc, Word, Google Docs, Easy Footnotes, MediaWiki, Asciidoctor,
 * WordPress. Everything else stays.
 * @param nodes nested at most 100 deep; they are changed @returns `nodes` without ids and names, apart from those of footnotes; `count`: of
 * references
 */
export function adoptFootnotes(nodes: Node[]): { nodes: Node[]; count: number } {
  const survey = surveyTree(nodes);
  const own = notesOf(nodes);
  const found = survey.links.length === 0 ? new Map<Element, Found>() : findNotes(survey, new Set(own.values()));
  let count = 0;
  for (const { links } of found.values()) count += links.length;
  if (count === 0 || count > MAX_FOOTNOTE_REFERENCES) {
    withoutNames(nodes);
    return { nodes, count: 0 };
  }
  const numbers = new Map([...own].map(([id, item]) => [item, Number(id.slice(3))]));
  const taken = new Set(numbers.values());
  const items = new Map<Element, Element>();
  let last = 0;
  for (const note of found.values()) {
    let number = numbers.get(note.item);
    if (number === undefined) {
      do last += 1;
      while (taken.has(last));
      number = last;
      items.set(note.item, { name: "li", attributes: { id: noteId(number) }, children: [] });
    }
    for (const link of note.links) refer(link, number, survey);
    unmark(note, survey);
  }
  const rest = withoutNotes(nodes, items);
  for (const [item, made] of items) made.children = item.name === "p" ? [item] : item.children;
  withoutNames([...rest, ...[...items.values()].flatMap(({ children }) => children)]);
  if (items.size === 0) return { nodes: rest, count };
  const list: Element = { name: "ol", attributes: {}, children: [...items.values()] };
  return { nodes: [...rest, { name: "section", attributes: { class: FOOTNOTE.list }, children: [list] }], count };
}
