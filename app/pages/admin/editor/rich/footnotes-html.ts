import { BACK_SIGN, FOOTNOTE, noteId, referenceId } from "../../../../domain/content/footnotes-model.ts";

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

type Written = { number: number; item: Element; uses: number };

function back(page: Document, id: string): HTMLAnchorElement {
  const link = page.createElement("a");
  link.setAttribute("href", `#${id}`);
  link.className = FOOTNOTE.back;
  link.textContent = BACK_SIGN;
  return link;
}

/** Numbers the references of an article that is written out, and lists the notes at its end. */
export function listFootnotes(root: HTMLElement): void {
  const references = root.querySelectorAll("sup[data-footnote]");
  if (references.length === 0) return;
  const page = root.ownerDocument;
  const written = new Map<string, Written>();
  const list = page.createElement("ol");
  for (const reference of references) {
    const note = reference.getAttribute("data-footnote") ?? "";
    const shared = reference.getAttribute("data-shared");
    const key = shared === null ? `${written.size}` : `${shared} ${note}`;
    let entry = written.get(key);
    if (!entry) {
      const item = page.createElement("li");
      entry = { number: written.size + 1, item, uses: 0 };
      item.id = noteId(entry.number);
      item.innerHTML = note;
      list.append(item);
      written.set(key, entry);
    }
    entry.uses += 1;
    const id = referenceId(entry.number, entry.uses);
    const link = page.createElement("a");
    link.setAttribute("href", `#${noteId(entry.number)}`);
    link.id = id;
    link.textContent = String(entry.number);
    reference.replaceChildren(link);
    reference.removeAttribute("data-footnote");
    reference.removeAttribute("data-shared");
    const last = entry.item.lastElementChild?.tagName === "P" ? entry.item.lastElementChild : entry.item;
    last.append(" ", back(page, id));
  }
  const section = page.createElement("section");
  section.className = FOOTNOTE.list;
  section.append(list);
  root.append(section);
}
