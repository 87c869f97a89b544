import { themeChoice } from "./choice.ts";

/**
 * The cookie of a browser that keeps something the first paint depends on: a theme other than the site's, or an account,
 * for which the header keeps room. It says that and nothing else.
 */
export const LOOK_COOKIE = "look=own";
const YEAR_S = 31_536_000;

/** Tells the server whether the script that runs before the first paint must be waited for in this browser. */
export function rememberLook(): void {
  const { themeDefault, account } = document.documentElement.dataset;
  const own = account !== undefined || themeChoice() !== themeDefault;
  // Reading sets no cookie: there is nothing to remember, nor to take back.
  if (!own && !document.cookie.includes(LOOK_COOKIE)) return;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and comes too late here
  document.cookie = `${LOOK_COOKIE}; path=/; max-age=${own ? YEAR_S : 0}; samesite=lax${secure}`;
}
