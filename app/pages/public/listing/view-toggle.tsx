import { useEffect, useState } from "react";
import { ButtonGroup } from "../../../ui/button-group/button-group.tsx";
import { Icon, type IconName } from "../../../ui/icon/icon.tsx";

export type View = "grid" | "list";
const KEY = "listing-view";
const VIEWS: { view: View; label: string; icon: IconName }[] = [
  { view: "grid", label: "Grid view", icon: "grid" },
  { view: "list", label: "List view", icon: "list" },
];

/** The reader's own choice of view, kept in this browser. The server prints the grid; a choice applies once mounted. */
export function useViewChoice(): { view: View; choose(view: View): void } {
  const [view, setView] = useState<View>("grid");
  useEffect(() => {
    try {
      if (localStorage.getItem(KEY) === "list") setView("list");
    } catch {
      // Storage refused: the grid it is.
    }
  }, []);
  const choose = (next: View) => {
    setView(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Storage refused: the choice lasts as long as this page.
    }
  };
  return { view, choose };
}

/** Grid or list. */
export function ViewToggle({ view: chosen, choose }: { view: View; choose(view: View): void }) {
  return (
    <ButtonGroup className="theme-toggle view-toggle needs-script" aria-label="View">
      {VIEWS.map(({ view, label, icon }) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === chosen}
          aria-label={label}
          title={label}
          onClick={() => choose(view)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </ButtonGroup>
  );
}
