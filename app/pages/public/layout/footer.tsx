import { pathTo } from "../../../base-path.ts";
import type { ShownNavigation } from "../../../domain/navigation/navigation.ts";
import { useSite } from "../../data.ts";
import { MenuLink } from "./menu-link.tsx";
import { footerGroups } from "./shipped-links.ts";
import { SiteName } from "./site-name.tsx";
import { texts } from "./texts.ts";

/** Only sites with such links load the file of icons. */
function SocialLinks({ links }: { links: ShownNavigation["social"] }) {
  if (links.length === 0) return null;
  return (
    <ul className="social-links" aria-label={texts.elsewhere}>
      {links.map(({ network, label, to }) => (
        <li key={network + to}>
          <a href={to} rel="me">
            <svg className="icon" aria-hidden="true">
              <use href={pathTo(`/social.svg#${network}`)} />
            </svg>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Footer() {
  const site = useSite();
  const { name, footer, year, navigation } = site;
  const groups = navigation?.footer?.map((group, n) => ({ ...group, id: `footer-${n}` })) ?? footerGroups();
  return (
    <footer className="site-footer">
      <div className="page-width footer-grid">
        <div className="footer-about">
          <p className="brand">
            <SiteName site={site} />
          </p>
          <p>{footer.text}</p>
          <SocialLinks links={navigation?.social ?? []} />
        </div>
        {groups.map(({ id, heading, links }) => (
          <nav key={id} aria-labelledby={id}>
            <h2 id={id}>{heading}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to + label}>
                  <MenuLink to={to}>{label}</MenuLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page-width footer-end">
        <p>{`© ${year} ${name}. ${footer.rights}`.trim()}</p>
        <a href="#top">{texts.backToTop}</a>
      </div>
    </footer>
  );
}
