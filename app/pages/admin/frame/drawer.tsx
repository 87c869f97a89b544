import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { AdminIcon } from "./admin-icon.tsx";
import { Sidebar } from "./sidebar.tsx";

/**
 * The sidebar on small screens: a drawer over the screen that keeps the keyboard to itself. Escape, the overlay and every
 * way that leads elsewhere close it.
 */
export function Drawer({ admin }: { admin: Person }) {
  const site = useSite();
  const { key } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    drawer.current?.showModal();
    // On a screen that has become wide the sidebar stands there anyway.
    const wide = matchMedia("(min-width: 60rem)");
    const close = () => wide.matches && drawer.current?.close();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [open]);

  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) drawer.current?.close();
    shown.current = key;
  }, [key]);

  // A dialog tells a moment late that it was closed: who opens it again meanwhile gets it, too.
  const show = () => (open ? !drawer.current?.open && drawer.current?.showModal() : setOpen(true));

  return (
    <header className="office-bar">
      <button type="button" className="icon-button" aria-expanded={open} aria-haspopup="dialog" onClick={show}>
        <AdminIcon name="menu" />
        <span className="sr-only">Menu</span>
      </button>
      <span className="office-brand">{site.name}</span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same */}
      <dialog
        ref={drawer}
        className="drawer"
        aria-label="Menu"
        onClose={() => setOpen(drawer.current?.open ?? false)}
        onClick={(event) => {
          if (event.target === drawer.current) drawer.current.close();
        }}
      >
        {open ? (
          <div className="drawer-inner">
            <button
              type="button"
              className="icon-button drawer-close"
              aria-label="Close menu"
              onClick={() => drawer.current?.close()}
            >
              <AdminIcon name="close" />
            </button>
            <Sidebar admin={admin} />
          </div>
        ) : null}
      </dialog>
    </header>
  );
}
