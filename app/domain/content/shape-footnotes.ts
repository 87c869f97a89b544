import { BACK_SIGN, FOOTNOTE, isBackLink, isNoteList, noteId, notesOf, referenceId, referredNote } from "./markup/footnotes.ts";
import { type Element, type Node, walk } from "./markup/tree.ts";

type Note = { number: number; item: Element; links: Element[] };

/** Empty lists and lines go with the notes; other text stays. */
function withoutItems(section: Element, notes: ReadonlySet<Element>): Node[] {
  let isLeft = false;
  const strip = (nodes: Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (typeof node === "string") {
        isLeft ||= node.trim() !== "";
        return [node];
      }
      if (notes.has(node) || isBackLink(node)) return [];
      if (isNoteList(node)) return strip(node.children);
      isLeft ||= node.name === "img";
      const children = strip(node.children);
      const isEmptied = (node.name === "ol" || node.name === "ul") && children.every((child) => `${child}`.trim() === "");
      return isEmptied ? [] : [{ ...node, children }];
    });
  const rest = strip(section.children);
  return isLeft ? rest : [];
}

/** Notes and links back are created again; references without a note go. */
function cleared(nodes: Node[], known: ReadonlySet<Element>, notes: ReadonlySet<Element>): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (typeof node === "string") return [node];
    if (isBackLink(node)) return [];
    if (isNoteList(node)) return cleared(withoutItems(node, notes), known, notes);
    if (node.name === "sup" && referredNote(node) !== null && !known.has(node)) return [];
    node.children = cleared(node.children, known, notes);
    // Articles contain no other sections.
    if (node.name === "section") return node.children;
    return [node];
  });
}

function withoutStrayMarks(nodes: Node[]): void {
  walk(nodes, ({ name, attributes }) => {
    if (name === "a" || name === "li") delete attributes.id;
    if (name === "a" || name === "sup" || name === "section") delete attributes.class;
  });
}

function withoutTail(nodes: Node[]): Node[] {
  const end = nodes.findLastIndex((node) => typeof node !== "string" || node.trim() !== "");
  const last = nodes[end];
  return [...nodes.slice(0, Math.max(0, end)), ...(last === undefined ? [] : [typeof last === "string" ? last.trimEnd() : last])];
}

function endOf(item: Element): Element {
  item.children = withoutTail(item.children);
  const last = item.children.at(-1);
  if (typeof last !== "object" || last.name !== "p") return item;
  last.children = withoutTail(last.children);
  return last;
}

function connect({ number, item, links }: Note): void {
  const backs = links.map((link, index): Element => {
    const id = referenceId(number, index + 1);
    link.attributes = { href: `#${noteId(number)}`, id, role: "doc-noteref", "aria-label": `Footnote ${number}` };
    link.children = [String(number)];
    const label = links.length > 1 ? `Back to the text, place ${index + 1}` : "Back to the text";
    return {
      name: "a",
      attributes: { href: `#${id}`, class: FOOTNOTE.back, role: "doc-backlink", "aria-label": label },
      children: [BACK_SIGN],
    };
  });
  const end = endOf(item).children;
  for (const back of backs) end.push(" ", back);
}

/** References without a note go; notes without one come last. @returns `connect` adds numbers and links, after the plain text is read */
export function shapeFootnotes(nodes: Node[]): { nodes: Node[]; connect(): void } {
  const items = notesOf(nodes);
  const notes = new Map<string, Note>();
  const references = new Set<Element>();
  walk(nodes, (element) => {
    if (isNoteList(element)) return false;
    const id = referredNote(element);
    const item = id === null ? undefined : items.get(id);
    if (id === null || !item) return true;
    const note = notes.get(id) ?? { number: notes.size + 1, item, links: [] };
    notes.set(id, note);
    const link: Element = { name: "a", attributes: {}, children: [] };
    note.links.push(link);
    element.children = [link];
    references.add(element);
    return false;
  });
  for (const [id, item] of items) if (!notes.has(id)) notes.set(id, { number: notes.size + 1, item, links: [] });
  const all = new Set(items.values());
  for (const { item } of notes.values()) item.children = cleared(item.children, new Set(), all);

  const text = cleared(nodes, references, all);
  withoutStrayMarks([...text, ...[...notes.values()].map(({ item }) => item)]);
  for (const reference of references) reference.attributes.class = FOOTNOTE.reference;
  if (notes.size === 0) return { nodes: text, connect() {} };

  const list: Element = { name: "ol", attributes: {}, children: [] };
  for (const { number, item } of notes.values()) {
    item.attributes = { ...item.attributes, id: noteId(number) };
    delete item.attributes.value;
    list.children.push(item);
  }
  const attributes = { class: FOOTNOTE.list, role: "doc-endnotes", "aria-label": "Footnotes" };
  const section: Element = { name: "section", attributes, children: [list] };
  return { nodes: [...withoutTail(text), "\n", section], connect: () => [...notes.values()].forEach(connect) };
}
