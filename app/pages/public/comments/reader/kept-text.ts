/** Where a text that isn't sent yet stands in local storage. */
const keyOf = (place: string) => `skylark.comment.${place}`;

/** What was typed at a place before and not sent; empty when there is nothing. */
export function keptText(place: string): string {
  try {
    return localStorage.getItem(keyOf(place)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is typed, so that neither a closed tab nor an ended session loses it; nothing is kept of an empty text. */
export function keepText(place: string, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(place), text);
    else localStorage.removeItem(keyOf(place));
  } catch {
    // Storage refused: then the text stands in the form alone.
  }
}
