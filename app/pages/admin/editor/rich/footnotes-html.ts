import { BACK_SIGN, FOOTNOTE, noteId, referenceId } from "../../../../domain/content/footnotes-model.ts";
import type { Reference } from "./references.ts";

/** What a note says, without the ways back, and without the paragraph around it where it is the only one. */
function noteOf(item: Element): string {
  for (const back of item.querySelectorAll(`a.${FOOTNOTE.back}`)) back.remove();
  const [first, ...others] = item.children;
  const isAlone = first?.tagName === "P" && others.length === 0 && item.textContent?.trim() === first.textContent?.trim();
  return (isAlone && first.attributes.length === 0 ? first : item).innerHTML.trim();
}

/** Takes the notes of an article to where the text refers to them, as the schema knows footnotes. */
export function gatherFootnotes(body: HTMLElement): void {
  const lists = body.querySelectorAll(`section.${FOOTNOTE.list}`);
  if (lists.length === 0) return;
  const notes = new Map<string, { note: string; uses: HTMLElement[] }>();
  for (const item of body.querySelectorAll(`section.${FOOTNOTE.list} li[id]`)) {
    if (!notes.has(item.id)) notes.set(item.id, { note: noteOf(item), uses: [] });
  }
  for (const list of lists) list.remove();
  for (const reference of body.querySelectorAll<HTMLElement>(`sup.${FOOTNOTE.reference}`)) {
    const id = reference.querySelector("a")?.getAttribute("href")?.slice(1) ?? "";
    const known = notes.get(id);
    if (!known) continue;
    known.uses.push(reference);
    reference.replaceChildren();
    reference.setAttribute("data-footnote", known.note);
  }
  for (const [id, { uses }] of notes) {
    if (uses.length > 1) for (const use of uses) use.setAttribute("data-shared", id);
  }
}

function back(page: Document, id: string): HTMLAnchorElement {
  const link = page.createElement("a");
  link.setAttribute("href", `#${id}`);
  link.className = FOOTNOTE.back;
  link.textContent = BACK_SIGN;
  return link;
}

/** Makes the references of a block that is written out lead to their notes. @param references all of the block, in their order */
export function linkReferences(root: HTMLElement, references: readonly Reference[]): void {
  const page = root.ownerDocument;
  for (const [index, element] of root.querySelectorAll("sup[data-footnote]").entries()) {
    const reference = references[index];
    if (!reference) continue;
    const { number, use } = reference;
    const link = page.createElement("a");
    link.setAttribute("href", `#${noteId(number)}`);
    link.id = referenceId(number, use);
    link.textContent = String(number);
    element.replaceChildren(link);
    element.removeAttribute("data-footnote");
    element.removeAttribute("data-shared");
  }
}

/** Lists the notes of an article for its end, with the ways back. @param references all of the article, in their order */
export function listNotes(root: HTMLElement, references: readonly Reference[]): void {
  const page = root.ownerDocument;
  const list = page.createElement("ol");
  for (const { node, number, use } of references) {
    const item = list.children[number - 1] ?? page.createElement("li");
    if (use === 1) {
      item.id = noteId(number);
      item.innerHTML = String(node.attrs.note ?? "");
      list.append(item);
    }
    const last = item.lastElementChild?.tagName === "P" ? item.lastElementChild : item;
    last.append(" ", back(page, referenceId(number, use)));
  }
  const section = page.createElement("section");
  section.className = FOOTNOTE.list;
  section.append(list);
  root.append(section);
}
