import { useLocation } from "react-router";
import { Link } from "../../../ui/link.tsx";
import { tabsAt } from "./places.ts";

/** The screens next to this one, such as the calendar next to the posts. */
export function PlaceTabs() {
  const { pathname } = useLocation();
  const tabs = tabsAt(pathname);
  if (tabs.length === 0) return null;
  return (
    <nav className="place-tabs" aria-label={tabs[0]?.label}>
      {tabs.map(({ label, to }) => (
        <Link key={to} to={to} aria-current={to === pathname ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
