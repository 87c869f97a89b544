import { type KeyboardEvent, useRef } from "react";

export type Tab = "edit" | "preview";

const TABS: readonly (readonly [tab: Tab, label: string])[] = [
  ["edit", "Edit"],
  ["preview", "Preview"],
];

/** The ids of a tab and of its panel. */
export const tabIds = (tab: Tab) => ({ tab: `tab-${tab}`, panel: `panel-${tab}` });

/** The two sides of a post; arrow keys change from one to the other. */
export function Tabs({ tab, onChange }: { tab: Tab; onChange(tab: Tab): void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? "edit" : event.key === "End" ? "preview" : tab === "edit" ? "preview" : "edit";
    onChange(next);
    list.current?.querySelector<HTMLElement>(`#${tabIds(next).tab}`)?.focus();
  };
  return (
    <div className="editor-tabs" role="tablist" aria-label="Post" ref={list} onKeyDown={onKeyDown}>
      {TABS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabIds(name).tab}
          aria-selected={name === tab}
          aria-controls={tabIds(name).panel}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
