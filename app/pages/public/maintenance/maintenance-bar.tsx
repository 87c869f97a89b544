import type { ReactNode } from "react";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

/** Says at the top of a page that the site is closed for maintenance, and leads to where it can be opened. */
export function MaintenanceBar({ children }: { children: ReactNode }) {
  return (
    <p className="maintenance-bar" role="status">
      {children} <PageLink to={routes.adminSettings()}>Settings</PageLink>
    </p>
  );
}
