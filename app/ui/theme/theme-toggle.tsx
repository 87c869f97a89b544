import { useCallback, useEffect, useState } from "react";
import { ButtonGroup } from "../button-group.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { texts } from "../texts.ts";
import { applyTheme, rememberLook, THEME_KEY, type ThemeChoice, themeChoice } from "./theme-choice.ts";

/** "auto" until the page is mounted, as in the server's HTML. */
function useTheme(): { choice: ThemeChoice; set(choice: ThemeChoice): void } {
  const [choice, setChoice] = useState<ThemeChoice>("auto");
  useEffect(() => {
    setChoice(themeChoice());
    const readAgain = () => {
      setChoice(themeChoice());
      applyTheme(themeChoice());
    };
    const onStorage = ({ key }: StorageEvent) => (key === THEME_KEY ? readAgain() : undefined);
    // A page that comes back from the browser's cache has missed what another tab has stored.
    const onShow = ({ persisted }: PageTransitionEvent) => (persisted ? readAgain() : undefined);
    addEventListener("storage", onStorage);
    addEventListener("pageshow", onShow);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pageshow", onShow);
    };
  }, []);
  const set = useCallback((next: ThemeChoice) => {
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // The browser refuses storage, so the choice lasts as long as this page.
    }
    setChoice(next);
    applyTheme(next);
    rememberLook();
  }, []);
  return { choice, set };
}

const CHOICES: { choice: ThemeChoice; icon: IconName }[] = [
  { choice: "light", icon: "sun" },
  { choice: "auto", icon: "auto" },
  { choice: "dark", icon: "moon" },
];

/** Hidden without a script. */
export function ThemeToggle() {
  const { choice: chosen, set } = useTheme();
  return (
    <ButtonGroup className="theme-toggle needs-script" aria-label={texts.theme}>
      {CHOICES.map(({ choice, icon }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          aria-label={texts[choice]}
          title={texts[choice]}
          onClick={() => set(choice)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </ButtonGroup>
  );
}
