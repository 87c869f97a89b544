import type { ReactNode } from "react";
import { UnlistedTitle } from "../../public/meta.tsx";
import { PlaceTabs } from "./place-tabs.tsx";

type AdminPageProps = {
  title: string;
  /** one line under the title */
  lead?: ReactNode;
  /** buttons next to the title */
  actions?: ReactNode;
  /** above the title, such as a link back */
  before?: ReactNode;
  /** `narrow` for forms */
  width?: "narrow" | "wide";
  children: ReactNode;
};

export function AdminPage({ title, lead, actions, before, width = "wide", children }: AdminPageProps) {
  return (
    <div className={`admin-page admin-page-${width}`}>
      <UnlistedTitle title={title} />
      <PlaceTabs />
      {before}
      <header className="admin-head">
        <div>
          <h1>{title}</h1>
          {lead ? (
            <p className="admin-lead" dir="auto">
              {lead}
            </p>
          ) : null}
        </div>
        {actions ? <div className="admin-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
