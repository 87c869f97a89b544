import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { signOut } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { Link, NavLink } from "../../../ui/link.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { useSite } from "../../data.ts";
import { CommandButton } from "../command-menu/command-keys.tsx";
import { askComments, COMMENTS_AT_FIRST } from "../comments/queries.ts";
import { askPosts, DEFAULT_POST_FILTERS } from "../posts/queries.ts";
import { askUsers, USERS_AT_FIRST } from "../users/queries.ts";
import { AdminIcon } from "./admin-icon.tsx";
import { ENTRIES, type Entry } from "./sidebar-entries.ts";
import { FoldButton } from "./sidebar-fold.tsx";
import { forgetUnsaved, hasUnsaved, LEAVE_QUESTION } from "./unsaved-changes.tsx";
import { useConfirm } from "./use-confirm.tsx";
import { useInstantNavigation } from "./use-instant-navigation.ts";

const FIRST: Record<string, (client: QueryClient) => Promise<void>> = {
  [adminRoutes.posts()]: (client) => askPosts(client, DEFAULT_POST_FILTERS),
  [adminRoutes.users()]: (client) => askUsers(client, USERS_AT_FIRST),
  [adminRoutes.comments()]: (client) => askComments(client, COMMENTS_AT_FIRST),
};

/** Whether a screen is one of the long lists. Their code is in this chunk, and their rows can be prefetched. */
const isLongList = (address: string): boolean => address in FIRST;

/** Prefetches a screen's rows when the pointer or the focus reaches its entry. */
const prefetchList = (client: QueryClient, address: string): void => void FIRST[address]?.(client);

function EntryLink({ entry: { label, to, icon, newTab } }: { entry: Entry }) {
  const queryClient = useQueryClient();
  const follow = useInstantNavigation(to);
  const ahead = () => prefetchList(queryClient, to);
  if (newTab) {
    return (
      <a className="side-link" href={pathTo(to)} target="_blank" rel="noreferrer" data-tip={label}>
        <AdminIcon name={icon} />
        <span className="side-label">{label}</span>
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    );
  }
  return (
    <NavLink
      className="side-link"
      to={to}
      data-tip={label}
      onPointerEnter={ahead}
      onFocus={ahead}
      onPointerDown={ahead}
      onClick={isLongList(to) ? follow : undefined}
    >
      <AdminIcon name={icon} />
      <span className="side-label">{label}</span>
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
    <button type="button" className="side-link" data-tip="Logout" onClick={() => void leave()}>
      <AdminIcon name="leave" />
      <span className="side-label">Logout</span>
    </button>
  );
}

export function Sidebar({ admin, canFold = false }: { admin: Person; canFold?: boolean }) {
  const site = useSite();
  return (
    <>
      <div className="side-top">
        <Link className="side-brand" to={adminRoutes.dashboard()} data-tip={site.name}>
          <Mark />
          <span className="side-label">{site.name}</span>
        </Link>
        {canFold ? <FoldButton /> : null}
      </div>
      <CommandButton />
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
        <Link className="side-person" to={routes.account()} data-tip={admin.name || admin.email}>
          <AdminIcon name="person" />
          <strong className="side-label">{admin.name || admin.email}</strong>
          {admin.name ? <span className="side-label">{admin.email}</span> : null}
        </Link>
        <div className="side-foot-row">
          <ThemeToggle />
          <Logout />
        </div>
      </div>
    </>
  );
}
