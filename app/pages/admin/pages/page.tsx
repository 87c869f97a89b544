import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { adminRoutes } from "../../../admin-routes.ts";
import { pathTo } from "../../../base-path.ts";
import { unfinishedName } from "../../../domain/posts/edit-rules.ts";
import type { PageRow } from "../../../domain/posts/pages/page.ts";
import { SHIPPED_PAGES, type ShippedPage } from "../../../domain/posts/pages/page-rules.ts";
import type { PostStatus } from "../../../domain/posts/post-rules.ts";
import type { UnfinishedRow } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { routes } from "../../../routes.ts";
import { Link } from "../../../ui/link.tsx";
import { discardUnfinished, unfinishedQuery } from "../editor/queries.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { AdminPage } from "../frame/admin-page.tsx";
import { Badge, type BadgeTone } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { EmptyState, QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { CHANGED_POSTS, deletePost } from "../posts/queries.ts";
import { inTrash, useUndo } from "../trash/restore.ts";
import { pagesQuery } from "./queries.ts";

const STATUSES: Record<PostStatus, { label: string; tone: BadgeTone }> = {
  published: { label: "Published", tone: "green" },
  draft: { label: "Draft", tone: "amber" },
  archived: { label: "Archived", tone: "gray" },
};

const OWN_TEXT: Record<ShippedPage, { title: string; hint: string }> = {
  about: { title: "About", hint: "Your own text replaces figures, mission and values." },
  privacy: { title: "Privacy", hint: "Your own text comes first. What this site stores is listed below it." },
  terms: { title: "Terms", hint: "Your own text replaces the terms that come with the site." },
};

/** Whether a row is an unfinished page, which has no address yet. */
const isUnfinished = ({ slug }: PageRow) => slug === "";

/** An unfinished page as the draft that its author takes it for. */
const rowOf = ({ id, updated_at, ...named }: UnfinishedRow): PageRow => ({
  id,
  title: unfinishedName(named),
  slug: "",
  status: "draft",
  updated_at,
  author: null,
  has_changes: false,
  planned_at: null,
});

function Title({ page }: { page: PageRow }) {
  const { id, title, slug } = page;
  return (
    <>
      <Link
        className="row-title"
        dir="auto"
        to={isUnfinished(page) ? adminRoutes.continuePost("page", id) : adminRoutes.editPost(id)}
      >
        {title}
      </Link>
      <span className="row-note">{isUnfinished(page) ? "Only you see it" : routes.page(slug)}</span>
    </>
  );
}

function Status({ page: { status, planned_at, has_changes } }: { page: PageRow }) {
  return (
    <div className="post-status">
      <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
      {planned_at ? <Badge tone="blue">Scheduled</Badge> : null}
      {has_changes && !planned_at ? <span className="row-note">Changes not public</span> : null}
    </div>
  );
}

function Updated({ iso }: { iso: string }) {
  const dates = useDates();
  return (
    <time dateTime={iso} title={dates.time(iso)}>
      {dates.day(iso)}
    </time>
  );
}

function Actions({ page, onDelete }: { page: PageRow; onDelete(page: PageRow): void }) {
  return (
    <div className="row-actions">
      {page.status === "published" ? (
        <a
          className="icon-button"
          href={pathTo(routes.page(page.slug))}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${page.title}`}
          title="View"
        >
          <AdminIcon name="external" />
        </a>
      ) : null}
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${page.title}`}
        title="Delete"
        onClick={() => onDelete(page)}
      >
        <AdminIcon name="trash" />
      </button>
    </div>
  );
}

function PagesTable({ pages }: { pages: readonly PageRow[] }) {
  const confirm = useConfirm();
  const undo = useUndo();
  const { mutate } = useAdminMutation({
    call: ({ id }: PageRow) => deletePost(id),
    success: "Page deleted",
    undo: (_, { id }) => undo([{ kind: "post", id }]),
    failure: (message: string) => `Failed to delete page: ${message}`,
    invalidates: CHANGED_POSTS,
  });
  const { mutate: discard } = useAdminMutation({
    call: discardUnfinished,
    success: "Page deleted",
    failure: (message: string) => `Failed to delete page: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const columns = useMemo((): Column<PageRow>[] => {
    const remove = async (page: PageRow) => {
      const question = {
        title: `Delete “${page.title}”?`,
        text: isUnfinished(page) ? "This action cannot be undone." : inTrash(1),
        action: "Delete",
        tone: "danger" as const,
      };
      if (!(await confirm(question))) return;
      if (isUnfinished(page)) discard(page.id);
      else mutate(page);
    };
    return [
      { key: "title", title: "Title", render: (page) => <Title page={page} /> },
      { key: "status", title: "Status", render: (page) => <Status page={page} /> },
      { key: "updated", title: "Updated", wide: true, render: ({ updated_at }) => <Updated iso={updated_at} /> },
      {
        key: "actions",
        title: "Actions",
        align: "right",
        render: (page) => <Actions page={page} onDelete={(one) => void remove(one)} />,
      },
    ];
  }, [confirm, mutate, discard]);
  return <DataTable caption="Pages" columns={columns} rows={pages} rowKey={({ id }) => id} rowName={({ title }) => title} />;
}

const EditLink = ({ page, title }: { page: "home" | "about"; title: string }) => (
  <Link className="button" to={adminRoutes.siteText(page)} aria-label={`Edit texts: ${title}`}>
    Edit texts
  </Link>
);

/** The product's pages: Home, and those that have no text of the owner's yet. */
function ShippedPages({ pages }: { pages: readonly PageRow[] }) {
  const left = SHIPPED_PAGES.filter((name) => !pages.some(({ slug }) => slug === name));
  return (
    <section className="shipped-pages" aria-labelledby="shipped-pages">
      <h2 id="shipped-pages">Pages that come with the site</h2>
      <ul>
        <li>
          <div>
            <Link className="row-title" to={adminRoutes.siteText("home")}>
              Home
            </Link>
            <span className="row-note">Headline, introduction, button and figures.</span>
          </div>
          <EditLink page="home" title="Home" />
        </li>
        {left.map((name) => (
          <li key={name}>
            <div>
              <a className="row-title" href={pathTo(routes.page(name))} target="_blank" rel="noreferrer">
                {OWN_TEXT[name].title}
              </a>
              <span className="row-note">{OWN_TEXT[name].hint}</span>
            </div>
            <div className="shipped-actions">
              {name === "about" ? <EditLink page="about" title="About" /> : null}
              <Link className="button" to={adminRoutes.createPage(name)} aria-label={`Write your own: ${OWN_TEXT[name].title}`}>
                Write your own
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NewPage = () => (
  <Link className="button button-solid" to={adminRoutes.createPage()}>
    New page
  </Link>
);

export function Pages() {
  const query = useQuery(pagesQuery());
  const begun = useQuery(unfinishedQuery()).data?.items ?? [];
  const drafts = begun.filter(({ kind }) => kind === "page").map(rowOf);
  return (
    <AdminPage
      title="Pages"
      lead="Pages such as an imprint or a contact page, outside the list of articles."
      actions={<NewPage />}
    >
      <QueryView query={query} noun="pages">
        {({ items }) => (
          <>
            {items.length + drafts.length === 0 ? (
              <EmptyState title="No pages yet" hint="A page has its own URL, such as /imprint." action={<NewPage />} />
            ) : (
              <PagesTable pages={[...drafts, ...items]} />
            )}
            <ShippedPages pages={items} />
          </>
        )}
      </QueryView>
    </AdminPage>
  );
}
