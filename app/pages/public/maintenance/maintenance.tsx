import type { ReactNode } from "react";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { DocumentHead, inSiteLanguage, siteLook } from "../layout/document-head.tsx";
import { SiteName } from "../layout/site-name.tsx";
import { texts as layout } from "../layout/texts.ts";
import { PageLink } from "../page-link.tsx";
import { texts } from "./texts.ts";

export function MaintenanceBar({ children }: { children: ReactNode }) {
  return (
    <p className="maintenance-bar" role="status">
      {children} <PageLink to={routes.adminSettings()}>{layout.settings}</PageLink>
    </p>
  );
}

type ClosedDocumentProps = { site: Site; title: string; heading: string; children: ReactNode };

function ClosedDocument({ site, title, heading, children }: ClosedDocumentProps) {
  return (
    <html {...inSiteLanguage()} {...siteLook(site)}>
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
              <TextWith text={texts.urgent} parts={{ email: <a href={`mailto:${site.email}`}>{site.email}</a> }} />
            </p>
          </div>
        </main>
      </body>
    </html>
  );
}

export function MaintenancePage({ site }: { site: Site }) {
  return (
    <ClosedDocument site={site} title={texts.title} heading={texts.heading}>
      {texts.text}
    </ClosedDocument>
  );
}

/** The database is away. */
export function UnavailablePage({ site }: { site: Site }) {
  return (
    <ClosedDocument site={site} title={texts.unavailableTitle} heading={texts.unavailable}>
      {texts.unavailableText}
    </ClosedDocument>
  );
}
