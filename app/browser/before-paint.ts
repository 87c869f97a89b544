// A small script of its own, before the first paint: the page never flashes in the wrong theme, the header keeps room for who
// is signed in, and what the first paint doesn't need is fetched after it. An article waits for it only in a browser where
// there is a choice of theme or an account to show (see `own-look.ts`).
import { applyTheme, themeChoice } from "../ui/theme/choice.ts";
import { markSignedIn, storedPerson } from "./auth/stored-person.ts";
import { fetchFonts, knowsFonts, laterFiles, showFonts } from "./fonts.ts";

/** A page in a hidden tab paints nothing; it gets its scripts all the same, after so many ms. */
const NO_PAINT_MS = 3000;
/** So many ms after the first paint a reader has begun to read; the words keep their face from then on. */
const SETTLED_MS = 1000;

const add = <T extends "link" | "script">(tag: T, attributes: Partial<HTMLElementTagNameMap[T]>) =>
  document.head.append(Object.assign(document.createElement(tag), attributes));

/**
 * Fetches scripts and fonts once the page is painted, so that on a slow line the words come first. A browser that has the
 * fonts already shows them at once. To one that hasn't they are shown if they come soon; on a slow line the page stays as
 * it is, and the next one has them (see `hydrate.tsx`): nothing moves under a reader's eyes, nor is all laid out again.
 */
function loadAfterPaint(): void {
  const known = knowsFonts();
  if (known) showFonts();

  const start = () => {
    const [entry, ...others] = laterFiles().scripts;
    for (const href of others) add("link", { rel: "modulepreload", href });
    if (entry) add("script", { type: "module", src: entry });
  };
  let done = false;
  const afterPaint = () => {
    if (done) return;
    done = true;
    start();
    if (!known) void getFonts(performance.now());
  };
  // Not before the second frame either: what the first had no time for is in it.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(afterPaint)));
  setTimeout(afterPaint, NO_PAINT_MS);
}

async function getFonts(painted: number): Promise<void> {
  await fetchFonts().catch(() => {
    // The line broke: the next page tries again.
  });
  if (performance.now() - painted < SETTLED_MS) showFonts();
}

applyTheme(themeChoice());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(themeChoice()));
markSignedIn(storedPerson());
loadAfterPaint();
