import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { signOut } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { Link, NavLink } from "../../../ui/link/link.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { useSite } from "../../public/layout/use-site.ts";
import { AdminIcon } from "./admin-icon.tsx";
import { ENTRIES, type Entry } from "./entries.ts";
import { LEAVE_QUESTION } from "./leave-guard.tsx";
import { isLongList, prefetchList } from "./prefetch-lists.ts";
import { forgetUnsaved, hasUnsaved } from "./unsaved.ts";
import { useConfirm } from "./use-confirm.tsx";
import { useInstantNavigation } from "./use-instant-navigation.ts";

function EntryLink({ entry: { label, to, icon, newTab } }: { entry: Entry }) {
  const queryClient = useQueryClient();
  const follow = useInstantNavigation(to);
  const ahead = () => prefetchList(queryClient, to);
  if (newTab) {
    return (
      <a className="side-link" href={to} target="_blank" rel="noreferrer">
        <AdminIcon name={icon} />
        {label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <NavLink
      className="side-link"
      to={to}
      onPointerEnter={ahead}
      onFocus={ahead}
      onPointerDown={ahead}
      onClick={isLongList(to) ? follow : undefined}
    >
      <AdminIcon name={icon} />
      {label}
    </NavLink>
  );
}

function Logout() {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const leave = async () => {
    if (hasUnsaved() && !(await confirm(LEAVE_QUESTION))) return;
    forgetUnsaved();
    signOut();
    await navigate(routes.home());
  };
  return (
    <button type="button" className="side-link" onClick={() => void leave()}>
      <AdminIcon name="leave" />
      Logout
    </button>
  );
}

/** Every screen of the back office, who is at work, and the way out. */
export function Sidebar({ admin }: { admin: Person }) {
  const site = useSite();
  return (
    <>
      <Link className="side-brand" to={adminRoutes.dashboard()}>
        <Mark />
        <span>{site.name}</span>
      </Link>
      <nav className="side-nav" aria-label="Back office">
        {ENTRIES.map(({ title, entries }) => (
          <div key={title} className="side-group">
            <p id={`side-${title}`}>{title}</p>
            <ul aria-labelledby={`side-${title}`}>
              {entries.map((entry) => (
                <li key={entry.label}>
                  <EntryLink entry={entry} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="side-foot">
        <ThemeToggle />
        <Link className="side-person" to={routes.account()}>
          <strong>{admin.name || admin.email}</strong>
          {admin.name ? <span>{admin.email}</span> : null}
        </Link>
        <Logout />
      </div>
    </>
  );
}
