import { LATER } from "../pages/later.ts";

const FONTS_KEY = "fonts";
/** A page in a hidden tab paints nothing; it gets its scripts all the same, after so many ms. */
const NO_PAINT_MS = 3000;

const link = (attributes: Partial<HTMLLinkElement>) =>
  document.head.append(Object.assign(document.createElement("link"), attributes));

/**
 * Fetches scripts and fonts once the page is painted, so that on a slow line the words come first. A browser that has the
 * fonts already gets them at once: nobody sees the faces change on every page.
 */
export function loadAfterPaint(): void {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${LATER}"]`)?.content ?? "";
  const [fonts = "", entry, ...others] = list.split(" ").filter(Boolean);

  const showFonts = (attributes: Partial<HTMLLinkElement> = {}) => {
    if (fonts) link({ rel: "stylesheet", href: fonts, ...attributes });
  };
  const start = () => {
    for (const href of others) link({ rel: "modulepreload", href });
    if (entry) document.head.append(Object.assign(document.createElement("script"), { type: "module", src: entry }));
  };
  let done = false;
  const afterPaint = () => {
    if (done) return;
    done = true;
    start();
    if (!known) showFonts();
    void document.fonts.ready.then(() => remember(fonts));
  };

  const known = isRemembered(fonts);
  if (known) showFonts();
  // Not before the second frame either: what the first had no time for is in it.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(afterPaint)));
  setTimeout(afterPaint, NO_PAINT_MS);
}

function isRemembered(fonts: string): boolean {
  try {
    return localStorage.getItem(FONTS_KEY) === fonts;
  } catch {
    return false;
  }
}

function remember(fonts: string): void {
  try {
    localStorage.setItem(FONTS_KEY, fonts);
  } catch {
    // Storage refused: the fonts come after the paint each time.
  }
}
