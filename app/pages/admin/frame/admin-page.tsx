import type { ReactNode } from "react";
import { UnlistedTitle } from "../../public/meta.tsx";

type AdminPageProps = {
  title: string;
  /** one line under the title */
  lead?: ReactNode;
  /** buttons beside the title */
  actions?: ReactNode;
  /** stands above the title, such as a link back */
  before?: ReactNode;
  /** `narrow` for forms, which nobody reads across a wide screen */
  width?: "narrow" | "wide";
  children: ReactNode;
};

/** One screen of the back office: its title in the window and on the page, what can be done there, and the rest. */
export function AdminPage({ title, lead, actions, before, width = "wide", children }: AdminPageProps) {
  return (
    <div className={`admin-page admin-page-${width}`}>
      <UnlistedTitle title={title} />
      {before}
      <header className="admin-head">
        <div>
          <h1>{title}</h1>
          {lead ? <p className="admin-lead">{lead}</p> : null}
        </div>
        {actions ? <div className="admin-actions">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
