import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useLocation, useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { signOut } from "../../../browser/auth/state.ts";
import type { Person } from "../../../browser/auth/stored-person.ts";
import { routes } from "../../../routes.ts";
import { Mark } from "../../../ui/illustration/mark.tsx";
import { Link } from "../../../ui/link.tsx";
import { ThemeToggle } from "../../../ui/theme/theme-toggle.tsx";
import { useSite } from "../../data.ts";
import { CommandButton } from "../command-menu/command-keys.tsx";
import { askComments, COMMENTS_AT_FIRST } from "../comments/queries.ts";
import { askPosts, DEFAULT_POST_FILTERS } from "../posts/queries.ts";
import { askUsers, USERS_AT_FIRST } from "../users/queries.ts";
import { AdminIcon } from "./admin-icon.tsx";
import { useMayOpen } from "./office-user.ts";
import { type Entry, entriesFor, isCurrent } from "./places.ts";
import { FoldButton } from "./sidebar-fold.tsx";
import { forgetUnsaved, hasUnsaved, LEAVE_QUESTION } from "./unsaved-changes.tsx";
import { useConfirm } from "./use-confirm.tsx";
import { useInstantNavigation } from "./use-instant-navigation.ts";
import { useWaitingAt, WaitingMark } from "./waiting-mark.tsx";

const FIRST: Record<string, (client: QueryClient) => Promise<void>> = {
  [adminRoutes.posts()]: (client) => askPosts(client, DEFAULT_POST_FILTERS),
  [adminRoutes.users()]: (client) => askUsers(client, USERS_AT_FIRST),
  [adminRoutes.comments()]: (client) => askComments(client, COMMENTS_AT_FIRST),
};

/** Whether a screen is one of the long lists. Their code is in this chunk, and their rows can be prefetched. */
const isLongList = (address: string): boolean => address in FIRST;

/** Prefetches a screen's rows when the pointer or the focus reaches its entry. */
const prefetchList = (client: QueryClient, address: string): void => void FIRST[address]?.(client);

function EntryLink({ entry }: { entry: Entry }) {
  const { label, to, icon, newTab } = entry;
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const follow = useInstantNavigation(to);
  const id = useId();
  const mark = useWaitingAt(to);
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
    <>
      <Link
        className="side-link"
        to={to}
        data-tip={label}
        aria-current={isCurrent(entry, pathname) ? "page" : undefined}
        aria-describedby={mark ? id : undefined}
        onPointerEnter={ahead}
        onFocus={ahead}
        onPointerDown={ahead}
        onClick={isLongList(to) ? follow : undefined}
      >
        <AdminIcon name={icon} />
        <span className="side-label">{label}</span>
      </Link>
      {mark ? <WaitingMark id={id} mark={mark} /> : null}
    </>
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

/** The admin's account, the theme, and the button that folds the sidebar. Always at the bottom; the entries scroll above it. */
export function SideAccount({ admin, canFold = false }: { admin: Person; canFold?: boolean }) {
  return (
    <section className="side-account" aria-label="Account">
      <Link className="side-person" to={routes.account()} data-tip={admin.name || admin.email}>
        <AdminIcon name="person" />
        <strong className="side-label">{admin.name || admin.email}</strong>
        {admin.name ? <span className="side-label">{admin.email}</span> : null}
      </Link>
      <div className="side-account-row">
        <ThemeToggle />
        {canFold ? <FoldButton /> : null}
      </div>
    </section>
  );
}

export function Sidebar() {
  const site = useSite();
  const mayOpen = useMayOpen();
  return (
    <>
      {/* The entry Dashboard leads there, too: one stop less for the keyboard. */}
      <Link className="side-brand" to={adminRoutes.dashboard()} data-tip={site.name} tabIndex={-1}>
        <Mark />
        <span className="side-label">{site.name}</span>
      </Link>
      <CommandButton />
      {mayOpen(adminRoutes.createPost()) ? (
        <Link className="button button-solid side-write" to={adminRoutes.createPost()} data-tip="Write">
          <AdminIcon name="edit" />
          <span className="side-label">Write</span>
        </Link>
      ) : null}
      <nav className="side-nav" aria-label="Back office">
        {entriesFor(mayOpen).map(({ title, entries }) => (
          <ul key={title} aria-label={title}>
            {entries.map((entry) => (
              <li key={entry.label}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        ))}
        <Logout />
      </nav>
    </>
  );
}
