import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { CONTENT_GROUPS, SETTING_GROUPS } from "./fields.ts";
import { SETTING_HASH } from "./sections.ts";

const SECTIONS = [...SETTING_GROUPS, ...CONTENT_GROUPS].map(({ id, title }) => ({ id: `settings-${id}`, title }));
const DEMO = { id: "settings-demo", title: "Demo content" };
const ALL = [...SECTIONS, DEMO];

/** How far from the top of the window a section begins to be the one that is read, in CSS pixels. */
const READ_AT = 160;

/** The last section whose title has passed that line; at the end of the page, the last one. */
function currentSection(): string | undefined {
  const shown = ALL.filter(({ id }) => document.getElementById(id) !== null);
  if (scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2) return shown.at(-1)?.id;
  const passed = shown.filter(({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) < READ_AT);
  return (passed.at(-1) ?? shown[0])?.id;
}

/** Leads to the field of an address such as `/admin/settings#setting-siteName`. */
function useSettingInAddress(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again leads there again
  useEffect(() => {
    if (!hash.startsWith(SETTING_HASH)) return;
    const name = decodeURIComponent(hash.slice(SETTING_HASH.length));
    // After the focus that every navigation gives to the heading.
    const timer = setTimeout(() => {
      const field = document.querySelector<HTMLElement>(`.settings-form [name="${CSS.escape(name)}"]`);
      field?.scrollIntoView({ block: "center" });
      field?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [hash, key]);
}

export function SectionList() {
  const [current, setCurrent] = useState<string | undefined>(SECTIONS[0]?.id);
  useSettingInAddress();
  useEffect(() => {
    const look = () => setCurrent(currentSection());
    look();
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  const go = (id: string) => {
    const title = document.getElementById(id);
    title?.closest("section")?.scrollIntoView({ block: "start" });
    title?.focus({ preventScroll: true });
  };
  return (
    <nav className="section-list" aria-label="Sections">
      <ul>
        {ALL.map(({ id, title }) => (
          <li key={id}>
            {/* Not an address of its own: leaving the form for it must not ask about unsaved changes. */}
            <button type="button" className="side-link" aria-current={id === current ? "true" : undefined} onClick={() => go(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
