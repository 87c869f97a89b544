import { pathTo } from "../../../base-path.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { DocumentHead, siteLook } from "../layout/document-head.tsx";
import { SiteNameLink } from "../layout/site-name.tsx";

/** `asks`: waits for confirmation. `unknown`: the link isn't one of ours. */
export type UnsubscribeState = "asks" | "done" | "unknown";

const TEXTS: Record<UnsubscribeState, { title: string; text: string }> = {
  asks: { title: "Stop emails about replies?", text: "You will still get emails about your account." },
  done: {
    title: "Emails about replies are off",
    text: "You won't get any more emails about replies to your comments. You can turn them back on in your account.",
  },
  unknown: {
    title: "This link is incomplete",
    text: "Open it from the email again, or change your email settings in your account.",
  },
};

/**
 * The whole document behind the unsubscribe link of an email. It works without a script and without signing in. Opening it
 * changes nothing, because programs follow links too.
 */
export function UnsubscribePage({ site, state }: { site: Site; state: UnsubscribeState }) {
  const { title, text } = TEXTS[state];
  return (
    <html lang="en" {...siteLook(site)}>
      <DocumentHead site={site} />
      <body>
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex" />
        <main className="page-width account-page">
          <p className="brand">
            <SiteNameLink site={site} />
          </p>
          <h1>{title}</h1>
          <p>{text}</p>
          {state === "asks" ? (
            <form method="post">
              <button type="submit" className="button button-solid">
                Stop these emails
              </button>
            </form>
          ) : (
            <p>
              <a className="button" href={pathTo(routes.account())}>
                Your account
              </a>
            </p>
          )}
        </main>
      </body>
    </html>
  );
}
