import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Import, MissingPicturePage } from "../../../domain/imports/import.ts";
import { AT_WORK } from "../../../domain/imports/import-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_IMPORTS, fetchMissingPictures, missingPicturesQuery } from "./queries.ts";

type Missing = MissingPicturePage["items"][number];

function Tried({ of }: { of: Missing }) {
  const { time } = useDates();
  if (!of.reason) return "Not tried yet";
  return (
    <>
      {of.reason}
      {of.tried_at ? <span className="row-note">{time(of.tried_at)}</span> : null}
    </>
  );
}

const COLUMNS: Column<Missing>[] = [
  {
    key: "address",
    title: "Image",
    render: ({ address, is_featured }) => (
      <>
        <span className="import-place">{address}</span>
        {is_featured ? <span className="row-note">Featured image</span> : null}
      </>
    ),
  },
  {
    key: "post",
    title: "Post",
    render: ({ post_id, post_title }) => <Link to={adminRoutes.editPost(post_id)}>{post_title}</Link>,
  },
  { key: "reason", title: "Why", render: (of) => <Tried of={of} /> },
];

type MissingPicturesProps = { of: Import; page: string; href(patch: { page: string }): string };

export function MissingPictures({ of, page, href }: MissingPicturesProps) {
  const query = useQuery(missingPicturesQuery(of.id, { page, state: of.state }));
  const again = useAdminMutation({
    call: fetchMissingPictures,
    success: "Fetching images",
    failure: (message: string) => `Failed to fetch images: ${message}`,
    invalidates: CHANGED_IMPORTS,
  });
  return (
    <section className="import-findings" aria-labelledby="missing-pictures">
      <h3 id="missing-pictures">Missing images</h3>
      <p className="import-note">
        These images couldn’t be fetched. Their articles show a link in their place. Try again while the old blog is still online.
      </p>
      {AT_WORK.includes(of.state) ? null : (
        <div className="import-buttons">
          <FocusKeepingButton className="button" isDisabled={again.isPending} onClick={() => again.mutate(of.id)}>
            Fetch missing images again
          </FocusKeepingButton>
        </div>
      )}
      <QueryView query={query} noun="images" isEmpty={({ total }) => total === 0} empty={null}>
        {({ items, ...paging }) => (
          <>
            <DataTable
              caption="Missing images"
              columns={COLUMNS}
              rows={items}
              rowKey={({ post_id, address }) => `${post_id} ${address}`}
              busy={query.isPlaceholderData}
            />
            {paging.pages > 1 ? <Pager {...paging} noun="images" href={href} /> : null}
          </>
        )}
      </QueryView>
    </section>
  );
}
