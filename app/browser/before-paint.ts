// Before the first paint: no page flashes in the wrong theme, and the header keeps space for the account. An article waits for this only in
// browsers with a chosen theme or an account (see `rememberLook`), and while there is an announcement.
import { markAnnouncement } from "../ui/announcement-choice.ts";
import { watchEarlyPresses } from "../ui/early-presses.ts";
import { watchEarlySubmits } from "../ui/form/early-submit.ts";
import { applyTheme, themeChoice } from "../ui/theme/theme-choice.ts";
import { markSignedIn, storedPerson } from "./auth/stored-person.ts";
import { fetchFonts, knowsFonts, laterFiles, showFonts, titleStays } from "./fonts.ts";

/** A page in a hidden tab isn't painted. It loads its scripts after this time. */
const NO_PAINT_MS = 3000;
/** After this time, readers have started to read and the font no longer changes. */
const SETTLED_MS = 1000;

const add = <T extends "link" | "script">(tag: T, attributes: Partial<HTMLElementTagNameMap[T]>) =>
  document.head.append(Object.assign(document.createElement(tag), attributes));

/**
 * The text comes first on slow connections. Fonts that don't arrive soon are applied on the next page, so that nothing moves while somebody
 * reads.
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
  // The second frame has what was too late for the first.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(afterPaint)));
  setTimeout(afterPaint, NO_PAINT_MS);
}

async function getFonts(painted: number): Promise<void> {
  try {
    const sheet = await fetchFonts();
    if (performance.now() - painted < SETTLED_MS && (await titleStays(sheet))) showFonts();
  } catch {
    // The connection failed. The next page tries again.
  }
}

applyTheme(themeChoice());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => applyTheme(themeChoice()));
markSignedIn(storedPerson());
markAnnouncement();
watchEarlySubmits();
watchEarlyPresses();
loadAfterPaint();
