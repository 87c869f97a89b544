import { useLocation } from "react-router";
import { useAuth } from "../../../browser/auth/state.ts";
import { routes } from "../../../routes.ts";
import { PageLink } from "../navigation/page-link.tsx";

const LINKS = [
  { to: routes.home(), label: "Home" },
  { to: routes.listing(), label: "Categories" },
  { to: routes.about(), label: "About" },
];

const ADMIN = { to: routes.adminDashboard(), label: "Admin" };

/** The links of the header and of the small screens' menu. */
export function MainLinks() {
  const { pathname } = useLocation();
  const isAdmin = useAuth().person?.role === "admin";
  return (
    <ul className="main-links" data-complete={isAdmin || undefined}>
      {(isAdmin ? [...LINKS, ADMIN] : LINKS).map(({ to, label }) => (
        <li key={to}>
          <PageLink to={to} aria-current={pathname === to ? "page" : undefined}>
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
