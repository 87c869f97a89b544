import { type KeyboardEvent, useRef } from "react";

export const tabIds = (tab: string) => ({ tab: `tab-${tab}`, panel: `panel-${tab}` });

type TabsProps<Tab extends string> = {
  /** what the tabs are of, for screen readers */
  label: string;
  tabs: readonly { name: Tab; label: string; count?: number }[];
  tab: Tab;
  onChange(tab: Tab): void;
};

export function Tabs<Tab extends string>({ label, tabs, tab, onChange }: TabsProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const now = tabs.findIndex(({ name }) => name === tab);
    const wanted = { ArrowLeft: now - 1 + tabs.length, ArrowRight: now + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = wanted === undefined ? undefined : tabs[wanted % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    list.current?.querySelector<HTMLElement>(`#${tabIds(next.name).tab}`)?.focus();
  };
  return (
    <div className="editor-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: words, count = 0 }) => (
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
          {words}
          {count > 0 ? <span className="tab-count">{count}</span> : null}
        </button>
      ))}
    </div>
  );
}
