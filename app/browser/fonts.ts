import { LATER } from "../pages/page-state.ts";

const KNOWN_KEY = "fonts";

/** The files to load after the first paint: the style sheet of the fonts, the fonts, and all scripts with the entry first. */
export function laterFiles() {
  const list = document.querySelector<HTMLMetaElement>(`meta[name="${LATER}"]`)?.content ?? "";
  const files = list.split(" ").filter(Boolean);
  const ending = (end: string) => files.filter((file) => file.endsWith(end));
  return { sheet: ending(".css")[0], fonts: ending(".woff2"), scripts: ending(".js") };
}

/** Whether this browser has the fonts in its cache. */
export function knowsFonts(): boolean {
  try {
    return localStorage.getItem(KNOWN_KEY) === laterFiles().sheet;
  } catch {
    return false;
  }
}

/** Fetches the fonts into the browser's cache with low priority, and stores that they are there. */
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
    // The browser refuses storage, so the fonts arrive after the first paint each time.
  }
}

/** Applies the fonts to the page. */
export function showFonts(): void {
  const { sheet } = laterFiles();
  if (!sheet || document.querySelector(`head > link[href="${sheet}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));
}
