import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { PageLink } from "../navigation/page-link.tsx";
import { useSite } from "./use-site.ts";

/** The foot of every public page. Feeds and machine-readable pages are files, so their links load them as such. */
export function Footer() {
  const site = useSite();
  return (
    <footer className="site-footer">
      <div className="page-width footer-grid">
        <div className="footer-about">
          <p className="brand">
            <Mark className="brand-mark" />
            <span>{site.name}</span>
          </p>
          <p>{site.footer.text}</p>
        </div>
        <nav aria-labelledby="footer-read">
          <h2 id="footer-read">Read</h2>
          <ul>
            <li>
              <PageLink to={routes.listing()}>All Articles</PageLink>
            </li>
            <li>
              <PageLink to={routes.about()}>About</PageLink>
            </li>
            <li>
              <PageLink to={routes.privacy()}>Privacy</PageLink>
            </li>
            <li>
              <PageLink to={routes.terms()}>Terms</PageLink>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-follow">
          <h2 id="footer-follow">Follow</h2>
          <ul>
            <li>
              <a href={routes.feeds.rss}>RSS feed</a>
            </li>
            <li>
              <a href={routes.feeds.atom}>Atom feed</a>
            </li>
            <li>
              <a href={routes.feeds.json}>JSON feed</a>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-build">
          <h2 id="footer-build">Build</h2>
          <ul>
            <li>
              <a href={routes.apiDocs()}>API docs</a>
            </li>
            <li>
              <a href={routes.sitemap()}>Sitemap</a>
            </li>
          </ul>
        </nav>
      </div>
      <div className="page-width footer-end">
        <p>{`© ${site.year} ${site.name}. ${site.footer.rights}`.trim()}</p>
        <a href="#top">Back to top</a>
      </div>
    </footer>
  );
}
