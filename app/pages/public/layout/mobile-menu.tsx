import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../../ui/icon/icon.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { AccountSlot } from "./account-slot.tsx";
import { MainLinks } from "./main-links.tsx";
import { SearchForm } from "./search-form.tsx";

/** The header's items on small screens. A <details>, so that it opens without the script; Escape and leaving close it. */
export function MobileMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const close = () => {
    if (menu.current) menu.current.open = false;
  };

  const shown = useRef(key);
  useEffect(() => {
    // Not at the first page: a menu opened before the script came stays open.
    if (shown.current !== key && menu.current) menu.current.open = false;
    shown.current = key;
  }, [key]);

  return (
    <details
      className="mobile-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close();
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <summary className="icon-button">
        <Icon name="menu" className="when-closed" />
        <Icon name="close" className="when-open" />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="mobile-panel">
        <SearchForm id="menu-search" onSearch={close} />
        <nav aria-label="Menu">
          <MainLinks />
        </nav>
        <ThemeToggle />
        <AccountSlot />
      </div>
    </details>
  );
}
