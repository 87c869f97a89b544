import type { ReactNode } from "react";
import type { Site } from "../../../domain/settings/settings.ts";
import { DocumentHead, inSiteLanguage, siteLook } from "./document-head.tsx";
import { SiteNameLink } from "./site-name.tsx";

/** The whole document of a page that emails link to. It works without a script, and search engines leave it out. */
export const PlainPage = ({
  site,
  title,
  className = "",
  children,
}: {
  site: Site;
  title: string;
  className?: string;
  children: ReactNode;
}) => (
  <html {...inSiteLanguage()} {...siteLook(site)}>
    <DocumentHead site={site} />
    <body>
      <title>{`${title} · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <main className={`page-width account-page ${className}`.trim()}>
        <p className="brand">
          <SiteNameLink site={site} />
        </p>
        <h1>{title}</h1>
        {children}
      </main>
    </body>
  </html>
);
