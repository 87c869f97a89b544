import { useCallback, useEffect, useState } from "react";
import { applyTheme, THEME_KEY, type ThemeChoice, themeChoice } from "./choice.ts";
import { rememberLook } from "./own-look.ts";

/** The reader's theme. Before the page is mounted the choice reads "auto", as the server printed it. */
export function useTheme(): { choice: ThemeChoice; set(choice: ThemeChoice): void } {
  const [choice, setChoice] = useState<ThemeChoice>("auto");
  useEffect(() => {
    setChoice(themeChoice());
    const onStorage = (event: StorageEvent) => {
      if (event.key !== THEME_KEY) return;
      setChoice(themeChoice());
      applyTheme(themeChoice());
    };
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);
  const set = useCallback((next: ThemeChoice) => {
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // Storage refused: the choice lasts as long as this page.
    }
    setChoice(next);
    applyTheme(next);
    rememberLook();
  }, []);
  return { choice, set };
}
