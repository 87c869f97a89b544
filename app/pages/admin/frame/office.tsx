import { Component, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { useSite } from "../../data.ts";
import { MaintenanceBar } from "../../public/maintenance/maintenance.tsx";
import { CommandKeys } from "../command-menu/command-keys.tsx";
import { AdminIcon } from "./admin-icon.tsx";
import { AdminPage } from "./admin-page.tsx";
import { sectionAt } from "./places.ts";
import { EmptyState } from "./query-view.tsx";
import { SectionList } from "./section-list.tsx";
import { SideAccount, Sidebar } from "./sidebar.tsx";
import { SidebarTip, useSidebarFold } from "./sidebar-fold.tsx";
import { LeaveGuard } from "./unsaved-changes.tsx";
import { ConfirmProvider } from "./use-confirm.tsx";

/** The sidebar on small screens: a modal drawer. Escape, the overlay and every navigation close it. */
function Drawer({ admin }: { admin: Person }) {
  const site = useSite();
  const { key } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!open) return;
    drawer.current?.showModal();
    // Wide screens show the sidebar anyway.
    const wide = matchMedia("(min-width: 64rem)");
    const close = () => wide.matches && drawer.current?.close();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [open]);

  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key) drawer.current?.close();
    shown.current = key;
  }, [key]);

  // The close event of a dialog comes late: a click in the meantime must open it again.
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
            <Sidebar />
            <SideAccount admin={admin} />
          </div>
        ) : null}
      </dialog>
    </header>
  );
}

type Props = { address: string; children: ReactNode };
type State = { failedAt: string | null };

class Boundary extends Component<Props, State> {
  override state: State = { failedAt: null };

  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: "" };
  }

  static getDerivedStateFromProps({ address }: Props, { failedAt }: State): Partial<State> | null {
    if (failedAt === "") return { failedAt: address };
    // Another screen may work.
    return failedAt !== null && failedAt !== address ? { failedAt: null } : null;
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <Failed />;
  }
}

function Failed() {
  return (
    <AdminPage title="Something went wrong">
      <EmptyState
        title="This screen couldn’t be shown"
        hint="Please try again. The other screens still work."
        action={
          <button type="button" className="button" onClick={() => location.reload()}>
            Try Again
          </button>
        }
      />
    </AdminPage>
  );
}

/** Keeps the sidebar when a screen fails. */
function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary address={pathname}>{children}</Boundary>;
}

export function Office({ admin, children }: { admin: Person; children: ReactNode }) {
  const { maintenance } = useSite();
  const { pathname } = useLocation();
  const isFolded = useSidebarFold();
  const office = useRef<HTMLDivElement>(null);
  const section = sectionAt(pathname);
  return (
    <ConfirmProvider>
      {maintenance ? <MaintenanceBar>Maintenance mode is on. Readers can’t see the site.</MaintenanceBar> : null}
      <div ref={office} className="office" data-side={isFolded ? "folded" : undefined} data-sections={section ? "" : undefined}>
        <Drawer admin={admin} />
        <aside className="office-side" aria-label="Sidebar">
          <Sidebar />
        </aside>
        {section ? <SectionList current={section} /> : null}
        <main id="main" className="office-main" tabIndex={-1}>
          <ScreenBoundary>{children}</ScreenBoundary>
        </main>
        <div className="office-account">
          {/* After the screen, so that the keyboard reaches the screen sooner. */}
          <SideAccount admin={admin} canFold />
        </div>
        {isFolded ? <SidebarTip office={office} /> : null}
      </div>
      <CommandKeys admin={admin} />
      <LeaveGuard />
    </ConfirmProvider>
  );
}
