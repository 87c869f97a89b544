import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminUser } from "../../../domain/users/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { AddUser } from "./add-user.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { EditUser } from "./edit-user.tsx";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { askUsers, type MadeInvitation, USERS_AT_FIRST, usersQuery } from "./queries.ts";
import { UserFigures } from "./user-figures.tsx";
import { UsersTable } from "./users-table.tsx";
import { UsersToolbar } from "./users-toolbar.tsx";

/** Everybody who has an account: who they are, what they may do, and who is invited. */
export function Users() {
  const { values, set, href, ahead, reset } = useListState(USERS_AT_FIRST, askUsers);
  const users = useQuery(usersQuery(values));
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [leaving, setLeaving] = useState<AdminUser | null>(null);
  const [edited, setEdited] = useState<AdminUser | null>(null);
  const add = (
    <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
      Add New User
    </button>
  );
  const isNarrowed = values.search !== "" || values.role !== "" || values.state !== "";
  const empty = isNarrowed ? (
    <NothingFound
      title="No users found"
      hint="Try another name or address, or show everybody."
      showAll="Show everybody"
      onShowAll={reset}
    />
  ) : (
    <EmptyState title="No users found" hint="Invite somebody to begin with." />
  );
  return (
    <AdminPage title="Users" actions={add}>
      <UserFigures counts={users.data?.counts} href={href} />
      <UsersToolbar values={values} set={set} counts={users.data?.counts} />
      <QueryView query={users} noun="users" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items, counts, ...paging }) => (
          <>
            <UsersTable
              users={items}
              counts={counts}
              sort={values.sort}
              onSort={(sort) => set({ sort })}
              busy={users.isPlaceholderData}
              onInvitation={setMade}
              onDelete={setLeaving}
              onEdit={setEdited}
            />
            <Pager {...paging} noun="users" href={href} ahead={ahead} />
          </>
        )}
      </QueryView>
      <AddUser open={isAdding} onClose={() => setAdding(false)} />
      {edited ? <EditUser user={edited} onClose={() => setEdited(null)} /> : null}
      {leaving ? <DeleteUser user={leaving} onClose={() => setLeaving(null)} /> : null}
      {made ? <InvitationDialog {...made} onClose={() => setMade(null)} /> : null}
    </AdminPage>
  );
}
