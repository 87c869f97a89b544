import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Redirect, readableAddress } from "../../../domain/redirects/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { AddRedirect } from "./add-redirect.tsx";
import { Missing } from "./missing.tsx";
import { OldAddresses } from "./old-addresses.tsx";
import { CHANGED_REDIRECTS, deleteRedirect, redirectsQuery } from "./queries.ts";
import { RedirectsTable } from "./redirects-table.tsx";

const SHOWN = { search: "", sort: "-created_at", page: "1", old: "1", from: "" };

/** Where addresses without a page lead, and which ones lead nowhere yet. */
export function Redirects() {
  const { values, set, href, reset } = useListState(SHOWN);
  const redirects = useQuery(redirectsQuery(values));
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const { mutate } = useAdminMutation({
    call: deleteRedirect,
    success: "Redirect deleted",
    failure: (message) => `Failed to delete redirect: ${message}`,
    invalidates: CHANGED_REDIRECTS,
  });
  const remove = async ({ id, from_path }: Redirect) => {
    const text = `${readableAddress(from_path)} will be a missing page again.`;
    if (await confirm({ title: "Delete redirect", text, action: "Delete", tone: "danger" })) mutate(id);
  };
  const close = () => {
    setAdding(false);
    if (values.from) set({ from: "" });
  };
  const add = (
    <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
      Add Redirect
    </button>
  );
  const empty = values.search ? (
    <EmptyState
      title="No redirects found"
      hint="Try another search, or show all of them."
      action={
        <button type="button" className="button" onClick={reset}>
          Show all redirects
        </button>
      }
    />
  ) : (
    <EmptyState title="No redirects found" hint="Let an address that has no page any more lead to one that has." />
  );
  return (
    <AdminPage title="Redirects" lead="Old addresses, and the pages that they lead to." actions={add}>
      <Toolbar>
        <SearchBox label="Search redirects" value={values.search} onChange={(search) => set({ search, old: "1" })} />
      </Toolbar>
      <QueryView query={redirects} noun="redirects" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items, ...paging }) => (
          <>
            <RedirectsTable
              redirects={items}
              sort={values.sort}
              onSort={(sort) => set({ sort })}
              busy={redirects.isPlaceholderData}
              onDelete={(redirect) => void remove(redirect)}
            />
            <Pager {...paging} noun="redirects" href={href} />
          </>
        )}
      </QueryView>
      <OldAddresses search={values.search} page={values.old} href={(old) => href({ old, page: values.page })} />
      <Missing />
      {isAdding || values.from ? <AddRedirect values={{ from_path: values.from }} onClose={close} /> : null}
    </AdminPage>
  );
}
