import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ApiError } from "../../../http/api/client.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { DocsFrame, DocumentList, SYSTEM } from "./frame.tsx";
import { documentQuery, documentsQuery } from "./queries.ts";
import { System } from "./system.tsx";

const NAME = "Technical Docs";

/** Where the documentation begins: with what each document is called. */
function Start() {
  const query = useQuery(documentsQuery());
  return (
    <AdminPage title={NAME} lead="How the product is built and run, why it is as it is, and what this installation stands on.">
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
        <EmptyState title="Document not found" hint="The list of documents names every one there is." />
      ) : (
        <QueryView query={query} noun="document">
          {({ html }) => (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, as articles are
            <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </QueryView>
      )}
    </DocsFrame>
  );
}

/** The documents that come with the product, and what this installation stands on. */
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
