import { indexFrom, patternOf, replaced, type Stretch, stretchesOf } from "./matches.ts";
import type { FindTarget } from "./target.ts";

/** Scrolls a selection into view: browsers do it for the field that takes the focus. */
function select(field: HTMLTextAreaElement, { from, to }: Stretch): void {
  field.setSelectionRange(from, from);
  field.blur();
  field.focus();
  field.setSelectionRange(from, to);
}

/** Types over a stretch, so that the browser's own undo knows it. */
function typeOver(field: HTMLTextAreaElement, { from, to }: Stretch, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // The one way to write into a field that it can undo.
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
}

/** HTML or Markdown in its field. */
export function sourceTarget(field: HTMLTextAreaElement): FindTarget {
  let matches: Stretch[] = [];
  return {
    search(sought) {
      const pattern = patternOf(sought);
      matches = pattern ? stretchesOf(field.value, pattern) : [];
      return { count: matches.length, nearest: indexFrom(matches, field.selectionStart) };
    },
    show(index) {
      const match = matches[index];
      if (match) select(field, match);
    },
    replace(index, by) {
      const match = matches[index];
      if (match) typeOver(field, match, by);
    },
    replaceAll(by) {
      const count = matches.length;
      if (count > 0) typeOver(field, { from: 0, to: field.value.length }, replaced(field.value, matches, by));
      return count;
    },
    watch(onChange) {
      field.addEventListener("input", onChange);
      return () => field.removeEventListener("input", onChange);
    },
    leave(andFocus) {
      matches = [];
      if (andFocus) field.focus();
    },
  };
}
