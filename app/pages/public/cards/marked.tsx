import { highlight } from "../../../domain/search/model.ts";

/** Text with the words searched for marked in it. */
export function Marked({ text, term }: { text: string; term: string | undefined }) {
  if (!term) return text;
  let at = 0;
  return highlight(text, term).map((part) => {
    const key = at;
    at += part.text.length;
    return part.hit ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
