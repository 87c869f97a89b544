export type ThemeChoice = "light" | "dark" | "auto";
export const THEME_KEY = "theme";

/** The reader's own choice, else the site's default (an attribute of <html>). */
export function themeChoice(): ThemeChoice {
  let own: string | null = null;
  try {
    own = localStorage.getItem(THEME_KEY);
  } catch {
    // Storage refused: the site's default holds.
  }
  const choice = own ?? document.documentElement.dataset.themeDefault;
  return choice === "light" || choice === "dark" ? choice : "auto";
}

/** Shows a choice: what `auto` means is the system's to say. */
export function applyTheme(choice: ThemeChoice): void {
  const dark = choice === "dark" || (choice === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}
