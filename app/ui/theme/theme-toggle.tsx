import { ButtonGroup } from "../button-group/button-group.tsx";
import { Icon, type IconName } from "../icon/icon.tsx";
import type { ThemeChoice } from "./choice.ts";
import { useTheme } from "./use-theme.ts";

const CHOICES: { choice: ThemeChoice; label: string; icon: IconName }[] = [
  { choice: "light", label: "Light", icon: "sun" },
  { choice: "auto", label: "Auto", icon: "auto" },
  { choice: "dark", label: "Dark", icon: "moon" },
];

/** Light, as the system has it, or dark. Needs the script, so it hides without one. */
export function ThemeToggle() {
  const { choice: chosen, set } = useTheme();
  return (
    <ButtonGroup className="theme-toggle needs-script" aria-label="Theme">
      {CHOICES.map(({ choice, label, icon }) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === chosen}
          aria-label={label}
          title={label}
          onClick={() => set(choice)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </ButtonGroup>
  );
}
