import { pathTo } from "../../base-path.ts";
export type ThemeChoice = "light" | "dark" | "auto";

export const THEME_KEY = "theme";

/** The reader's choice, or the site's default (an attribute of <html>). */
export function themeChoice(): ThemeChoice {
  let own: string | null = null;
  try {
    own = localStorage.getItem(THEME_KEY);
  } catch {
    // The browser refuses storage, so the site's default applies.
  }
  const choice = own ?? document.documentElement.dataset.themeDefault;
  return choice === "light" || choice === "dark" ? choice : "auto";
}

/** The system decides what `auto` means. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === "dark" || (choice === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

/**
 * The first paint depends on something that this browser stores: a theme other than the site's, or an account. The value is the same for
 * everybody.
 */
export const LOOK_COOKIE = "look=own";

const YEAR_S = 31_536_000;

/** Removes the cookie if the first paint needn't wait for its script. */
export function rememberLook(): void {
  const { themeDefault, account } = document.documentElement.dataset;
  const own = account !== undefined || themeChoice() !== themeDefault;
  // Nothing to set and nothing to remove, so readers get no cookie.
  if (!own && !document.cookie.includes(LOOK_COOKIE)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and comes too late here
  document.cookie = `${LOOK_COOKIE}; path=${pathTo("/")}; max-age=${own ? YEAR_S : 0}; samesite=lax${secure}`;
}
