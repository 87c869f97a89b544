import { useLocation } from "react-router";
import { Link } from "../../../ui/link.tsx";
import { useMayOpen } from "./office-user.ts";
import { tabsAt } from "./places.ts";

/** The screens next to this one, such as the calendar next to the posts. */
export function PlaceTabs() {
  const { pathname } = useLocation();
  const mayOpen = useMayOpen();
  const tabs = tabsAt(pathname).filter(({ to }) => mayOpen(to));
  if (tabs.length < 2) return null;
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
