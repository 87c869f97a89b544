import type { ReactNode } from "react";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { DocumentHead, siteLook } from "../layout/document-head.tsx";
import { SiteName } from "../layout/site-name.tsx";
import { PageLink } from "../page-link.tsx";

export function MaintenanceBar({ children }: { children: ReactNode }) {
  return (
    <p className="maintenance-bar" role="status">
      {children} <PageLink to={routes.adminSettings()}>Settings</PageLink>
    </p>
  );
}

type ClosedDocumentProps = { site: Site; title: string; heading: string; children: ReactNode };

function ClosedDocument({ site, title, heading, children }: ClosedDocumentProps) {
  return (
    <html lang="en" {...siteLook(site)}>
      <DocumentHead site={site} />
      <body>
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <main className="page-width message-page maintenance">
          <Illustration slug="" className="picture" />
          <div>
            <p className="brand">
              <SiteName site={site} />
            </p>
            <h1>{heading}</h1>
            <p>{children}</p>
            <p>
              Something urgent? Write to <a href={`mailto:${site.email}`}>{site.email}</a>.
            </p>
          </div>
        </main>
      </body>
    </html>
  );
}

export function MaintenancePage({ site }: { site: Site }) {
  return (
    <ClosedDocument site={site} title="Back soon" heading="Back in a moment">
      We are tidying up. The articles are safe and will be back shortly.
    </ClosedDocument>
  );
}

/** The database is away. */
export function UnavailablePage({ site }: { site: Site }) {
  return (
    <ClosedDocument site={site} title="Not available" heading="This page can’t be shown right now">
      The site is having a problem. Nothing is lost. Please try again in a minute.
    </ClosedDocument>
  );
}
