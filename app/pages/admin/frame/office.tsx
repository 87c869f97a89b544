import type { ReactNode } from "react";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { useSite } from "../../public/layout/use-site.ts";
import { MaintenanceBar } from "../../public/maintenance/maintenance-bar.tsx";
import { Drawer } from "./drawer.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { ScreenBoundary } from "./screen-boundary.tsx";
import { Sidebar } from "./sidebar.tsx";
import { ConfirmProvider } from "./use-confirm.tsx";

/** What stands around every screen of the back office. */
export function Office({ admin, children }: { admin: Person; children: ReactNode }) {
  const { maintenance } = useSite();
  return (
    <ConfirmProvider>
      {maintenance ? <MaintenanceBar>Maintenance mode is on. Readers can’t see the site.</MaintenanceBar> : null}
      <div className="office">
        <Drawer admin={admin} />
        <aside className="office-side" aria-label="Sidebar">
          <Sidebar admin={admin} />
        </aside>
        <main id="main" className="office-main" tabIndex={-1}>
          <ScreenBoundary>{children}</ScreenBoundary>
        </main>
      </div>
      <LeaveGuard />
    </ConfirmProvider>
  );
}
