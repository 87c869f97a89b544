import { type Element, serialize } from "../tree-model.ts";
import { commonSequence } from "./common-sequence.ts";
import type { Leaf } from "./leaves.ts";

type Mark = "ins" | "del";
type Open = Element | Mark;

/** An element's tags. */
function tagsOf(open: Open): [start: string, end: string] {
  if (typeof open === "string") return [`<${open}>`, `</${open}>`];
  const empty = serialize([{ ...open, children: [] }]);
  const end = `</${open.name}>`;
  return [empty.slice(0, empty.length - end.length), end];
}

/** Writes leaves one after the other, each within its own elements; what two neighbours share stays open between them. */
function createWriter() {
  const open: Open[] = [];
  let html = "";
  // The blank behind a marked word, which stands within the mark only between two of them.
  let blank = "";
  const closeTo = (length: number) => {
    while (open.length > length) {
      html += tagsOf(open.pop() as Open)[1] + blank;
      blank = "";
    }
  };
  return {
    write(path: Element[], mark: Mark | null, text: string) {
      const wanted: Open[] = mark ? [...path, mark] : path;
      let same = 0;
      while (same < open.length && same < wanted.length && open[same] === wanted[same]) same += 1;
      closeTo(same);
      for (const one of wanted.slice(same)) {
        html += tagsOf(one)[0];
        open.push(one);
      }
      const word = mark && !path.some(({ name }) => name === "pre") ? text.trimEnd() : text;
      html += blank + word;
      blank = text.slice(word.length);
    },
    end: () => {
      closeTo(0);
      return html;
    },
  };
}

/** Which element of the later text an element of the earlier one has become. */
const follow = (became: Map<Element, Element>, before: Leaf, after: Leaf) =>
  before.path.forEach((element, depth) => {
    const now = after.path[depth];
    if (now?.name === element.name) became.set(element, now);
  });

/**
 * Both texts as one: what is gone stands in `<del>`, what is new in `<ins>`, each where it belongs. Leaving out the one or
 * the other gives back either text.
 * @returns balanced HTML
 */
export function weave(before: Leaf[], after: Leaf[]): string {
  const keys = (leaves: Leaf[]) => leaves.map(({ key }) => key);
  const pairs = commonSequence(keys(before), keys(after)) ?? [];
  const became = new Map<Element, Element>();
  // From the end, so that what is gone before the first word that stayed finds its element, too.
  for (const [old, now] of pairs.toReversed()) follow(became, before[old] as Leaf, after[now] as Leaf);

  const writer = createWriter();
  const put = (leaf: Leaf, mark: Mark) => {
    // A blank by itself is no news.
    const isBlank = leaf.html.trim() === "";
    if (isBlank && mark === "del") return;
    const path = mark === "del" ? leaf.path.map((element) => became.get(element) ?? element) : leaf.path;
    writer.write(path, leaf.isBare || isBlank ? null : mark, leaf.html);
  };
  let [old, now] = [0, 0];
  const putUntil = (oldEnd: number, nowEnd: number) => {
    while (old < oldEnd) put(before[old++] as Leaf, "del");
    while (now < nowEnd) put(after[now++] as Leaf, "ins");
  };
  for (const [oldAt, nowAt] of pairs) {
    putUntil(oldAt, nowAt);
    const leaf = after[nowAt] as Leaf;
    follow(became, before[oldAt] as Leaf, leaf);
    writer.write(leaf.path, null, leaf.html);
    old = oldAt + 1;
    now = nowAt + 1;
  }
  putUntil(before.length, after.length);
  return writer.end();
}
