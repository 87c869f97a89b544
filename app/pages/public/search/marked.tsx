import { highlight } from "../../../domain/search/search-rules.ts";

type MarkedProps = { text: string; term?: string | undefined; forms?: string[] | undefined };

/** The text with what a search found in it. @param forms other words with a stem of the term */
export function Marked({ text, term, forms }: MarkedProps) {
  if (!term) return text;
  let at = 0;
  return highlight(text, term, forms).map((part) => {
    const key = at;
    at += part.text.length;
    return part.hit ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
