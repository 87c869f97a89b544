import { useEffect, useRef } from "react";

/**
 * Offers to play what an article embeds. Pages without such a thing load nothing for it.
 * @param html the article's text
 * @returns goes to the element that shows it
 */
export function useEmbeds(html: string) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another page of stills
  useEffect(() => {
    const box = text.current;
    if (!box?.querySelector("figure.embed")) return;
    // Whoever can't load it still has the links.
    import("./players.ts").then(
      ({ offerPlayers }) => offerPlayers(box),
      () => {},
    );
  }, [html]);
  return text;
}
