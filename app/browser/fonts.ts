import { LATER } from "../pages/later.ts";

const KNOWN_KEY = "fonts";

/** What the page lists for later: the fonts' style sheet, the fonts themselves, and all scripts, the entry first. */
export function laterFiles() {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${LATER}"]`)?.content ?? "";
  const files = list.split(" ").filter(Boolean);
  const ending = (end: string) => files.filter((file) => file.endsWith(end));
  return { sheet: ending(".css")[0], fonts: ending(".woff2"), scripts: ending(".js") };
}

/** Whether this browser has fetched these fonts before: it takes them from its cache. */
export function knowsFonts(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === laterFiles().sheet;
  } catch {
    return false;
  }
}

/** Fetches the fonts into the browser's cache, behind everything else, and notes that they are there. */
export async function fetchFonts(): Promise<void> {
  const { sheet, fonts } = laterFiles();
  if (!sheet) return;
  const fetched = await Promise.all(
    [sheet, ...fonts].map(async (file) => {
      const answer = await fetch(file, { priority: "low" });
      await answer.arrayBuffer();
      return answer.ok;
    }),
  );
  if (!fetched.every(Boolean)) return;
  try {
    localStorage.setItem(KNOWN_KEY, sheet);
  } catch {
    // Storage refused: the fonts come after the paint each time.
  }
}

/** Sets the page in its own faces, once. */
export function showFonts(): void {
  const { sheet } = laterFiles();
  if (!sheet || document.querySelector(`head > link[href="${sheet}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));
}
