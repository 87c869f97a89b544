import type { ReactNode } from "react";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { DocumentHead } from "../layout/document-head.tsx";
import { siteLook } from "../layout/site-look.ts";

type PreviewDocumentProps = {
  site: Site;
  title: string;
  /** what the reader has to know of what they see */
  banner?: ReactNode;
  children: ReactNode;
};

/** The whole document behind a preview link. It works without script, belongs to no index and tells nobody where it is. */
export function PreviewDocument({ site, title, banner, children }: PreviewDocumentProps) {
  return (
    <html lang="en" {...siteLook(site)}>
      <DocumentHead site={site} />
      <body id="top" className="preview-page">
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <a className="skip-link" href="#main">
          Skip to content
        </a>
        <header className="preview-head">
          <p className="brand">
            <Mark className="brand-mark" />
            <a href={routes.home()}>{site.name}</a>
          </p>
          {banner}
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
