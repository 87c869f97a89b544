import { type ReactNode, useCallback, useState } from "react";
import { choose, useChoice } from "../choices.ts";
import { EditorIcon } from "../rich/toolbar.tsx";
import { Tabs, tabIds } from "../tabs.tsx";

export type PanelTab = "post" | "check" | "review";

const PANEL_ID = "editor-panel";

/** The panel next to the text: which tab it shows, and whether it is folded, which the browser remembers. */
export function usePanel() {
  const [tab, setTab] = useState<PanelTab>("post");
  const isOpen = useChoice("panel");
  const show = useCallback((wanted: PanelTab) => {
    setTab(wanted);
    choose("panel", true);
  }, []);
  return { tab, setTab, isOpen, show };
}

/** The panel is below the text on narrower screens. */
const BELOW = "(width < 64rem)";

/** Folds and unfolds the panel. Where the panel is below the text, the button leads there. */
export function PanelToggle({ isOpen }: { isOpen: boolean }) {
  const press = () => {
    if (!matchMedia(BELOW).matches) return choose("panel", !isOpen);
    choose("panel", true);
    requestAnimationFrame(() => {
      const panel = document.getElementById(PANEL_ID);
      panel?.scrollIntoView();
      panel?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
    });
  };
  const name = isOpen ? "Hide panel" : "Show panel";
  return (
    <button
      type="button"
      className="tool panel-toggle"
      aria-expanded={isOpen}
      aria-controls={PANEL_ID}
      aria-label={name}
      title={name}
      onClick={press}
    >
      <EditorIcon name="panel" />
    </button>
  );
}

type SidePanelProps = {
  /** whether it is about an own page instead of a post */
  isPage: boolean;
  tab: PanelTab;
  isOpen: boolean;
  /** how much the check has found that should be fixed */
  findings: number;
  onTab(tab: PanelTab): void;
  post: ReactNode;
  check: ReactNode;
  review: ReactNode;
};

export function SidePanel({ isPage, tab, isOpen, findings, onTab, ...contents }: SidePanelProps) {
  const tabs = [
    { name: "post", label: isPage ? "Page" : "Post" },
    { name: "check", label: "Check", count: findings },
    { name: "review", label: "Review" },
  ] as const;
  return (
    <div className="editor-side" id={PANEL_ID} hidden={!isOpen}>
      <Tabs label="Panel" tabs={tabs} tab={tab} onChange={onTab} />
      {tabs.map(({ name }) => (
        <div
          key={name}
          className="side-tab"
          role="tabpanel"
          id={tabIds(name).panel}
          aria-labelledby={tabIds(name).tab}
          hidden={name !== tab}
        >
          {contents[name]}
        </div>
      ))}
    </div>
  );
}
