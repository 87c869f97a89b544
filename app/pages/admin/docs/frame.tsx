import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import type { DocumentEntry } from "../../../domain/docs/model.ts";
import { Link, NavLink } from "../../../ui/link/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { documentsQuery } from "./queries.ts";

/** The one document that is no file: what this installation stands on. No file is called so. */
export const SYSTEM = "system";

const GROUPS: { group: DocumentEntry["group"]; title: string }[] = [
  { group: "documentation", title: "Documentation" },
  { group: "decisions", title: "Decisions" },
];

function Entries({ title, entries }: { title: string; entries: { name: string; title: string }[] }) {
  if (entries.length === 0) return null;
  return (
    <div>
      <p id={`docs-${title}`}>{title}</p>
      <ul aria-labelledby={`docs-${title}`}>
        {entries.map((entry) => (
          <li key={entry.name}>
            <NavLink to={adminRoutes.technicalDocs(entry.name)}>{entry.title}</NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every document by its kind. */
export function DocumentList() {
  const items = useQuery(documentsQuery()).data?.items ?? [];
  return (
    <nav className="docs-list" aria-label="Documents">
      {GROUPS.map(({ group, title }) => (
        <Entries key={group} title={title} entries={items.filter((one) => one.group === group)} />
      ))}
      <Entries title="This installation" entries={[{ name: SYSTEM, title: "System" }]} />
    </nav>
  );
}

/** One document, with the list of all beside it; on small screens a link leads to the list. */
export function DocsFrame({ title, children }: { title: string; children: ReactNode }) {
  const back = (
    <Link className="back-link docs-back" to={adminRoutes.technicalDocs()}>
      <AdminIcon name="arrow-left" />
      Technical Docs
    </Link>
  );
  return (
    <AdminPage title={title} before={back}>
      <div className="docs">
        <DocumentList />
        <div className="docs-page">{children}</div>
      </div>
    </AdminPage>
  );
}
