import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { DocumentEntry } from "../../../domain/system/system.ts";
import { ApiError } from "../../../http/api/client.ts";
import { Link, NavLink } from "../../../ui/link.tsx";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { documentQuery, documentsQuery } from "./queries.ts";
import { System } from "./system.tsx";

/** The one document that isn't a file: facts about this installation. No file has this name. */
const SYSTEM = "system";

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

function DocumentList() {
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

function DocsFrame({ title, children }: { title: string; children: ReactNode }) {
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

const NAME = "Technical Docs";

function Start() {
  const query = useQuery(documentsQuery());
  return (
    <AdminPage title={NAME} lead="How Skylark is built, run and configured.">
      <QueryView query={query} noun="documents">
        {() => (
          <div className="docs-start">
            <DocumentList />
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}

function Document({ name }: { name: string }) {
  const query = useQuery(documentQuery(name));
  const isMissing = query.error instanceof ApiError && query.error.status < 500 && query.error.status !== 401;
  return (
    <DocsFrame title={query.data?.title ?? NAME}>
      {isMissing ? (
        <EmptyState title="Document not found" hint="Choose one from the list of documents." />
      ) : (
        <QueryView query={query} noun="document">
          {({ html }) => (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server, as articles are
            <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </QueryView>
      )}
    </DocsFrame>
  );
}

export function TechnicalDocs() {
  const { document } = useParams();
  if (document === undefined) return <Start />;
  if (document !== SYSTEM) return <Document key={document} name={document} />;
  return (
    <DocsFrame title="System">
      <System />
    </DocsFrame>
  );
}
