import type { AdminTag } from "../../../domain/tags/model.ts";
import { routes } from "../../../routes.ts";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { useDates } from "../frame/dates.tsx";
import { Menu } from "../frame/menu.tsx";

const figures = new Intl.NumberFormat("en-US");

function Name({ tag: { name, slug, published_count } }: { tag: AdminTag }) {
  return (
    <>
      {published_count > 0 ? (
        <a className="row-title" href={routes.listing({ tag: slug })} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span className="row-title">{name}</span>
      )}
      <span className="row-note">{slug}</span>
    </>
  );
}

function Created({ iso }: { iso: string }) {
  return <time dateTime={iso}>{useDates().day(iso)}</time>;
}

type TagsTableProps = {
  tags: readonly AdminTag[];
  sort: string;
  onSort(sort: string): void;
  busy: boolean;
  onTask(kind: "rename" | "merge" | "delete", tag: AdminTag): void;
};

/** A row for each tag. */
export function TagsTable({ tags, sort, onSort, busy, onTask }: TagsTableProps) {
  const columns: Column<AdminTag>[] = [
    { key: "name", title: "Name", sortKey: "name", render: (tag) => <Name tag={tag} /> },
    { key: "posts", title: "Posts", sortKey: "posts_count", align: "right", render: (tag) => figures.format(tag.posts_count) },
    { key: "published", title: "Published", align: "right", render: (tag) => figures.format(tag.published_count) },
    { key: "created", title: "Created", sortKey: "created_at", render: (tag) => <Created iso={tag.created_at} /> },
    {
      key: "actions",
      title: "Actions",
      align: "right",
      render: (tag) => (
        <Menu
          label={`Actions for ${tag.name}`}
          items={[
            { label: "Rename", onSelect: () => onTask("rename", tag) },
            { label: "Merge into another", onSelect: () => onTask("merge", tag) },
            { label: "Delete", tone: "danger", onSelect: () => onTask("delete", tag) },
          ]}
        />
      ),
    },
  ];
  return (
    <DataTable caption="Tags" columns={columns} rows={tags} rowKey={({ id }) => id} sort={sort} onSort={onSort} busy={busy} />
  );
}
