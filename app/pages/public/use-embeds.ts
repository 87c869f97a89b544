import { useEffect, useRef } from "react";

/** Texts without embeds load no script for this. @returns the ref of the element that shows the text */
export function useEmbeds(html: string) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other embeds
  useEffect(() => {
    const box = text.current;
    if (!box?.querySelector("figure.embed")) return;
    // Without the script, readers still have the links.
    import("./story/players.ts").then(
      ({ offerPlayers }) => offerPlayers(box),
      () => {},
    );
  }, [html]);
  return text;
}
