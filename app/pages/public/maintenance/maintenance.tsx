import type { Site } from "../../../domain/settings/settings.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { DocumentHead } from "../layout/document-head.tsx";
import { siteLook } from "../layout/site-look.ts";

/** The whole document that readers see while the owner works on the site. */
export function MaintenancePage({ site }: { site: Site }) {
  return (
    <html lang="en" {...siteLook(site)}>
      <DocumentHead site={site} />
      <body>
        <title>{`Back soon · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <main className="page-width message-page maintenance">
          <Illustration slug="" className="picture" />
          <div>
            <p className="brand">
              <Mark className="brand-mark" />
              <span>{site.name}</span>
            </p>
            <h1>Back in a moment</h1>
            <p>We are tidying up. The articles are safe and will be here again shortly.</p>
            <p>
              Something urgent? Write to <a href={`mailto:${site.email}`}>{site.email}</a>.
            </p>
          </div>
        </main>
      </body>
    </html>
  );
}
