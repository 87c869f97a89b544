import type { TrashItem } from "../../../domain/trash/model.ts";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago } from "../frame/dates.tsx";
import type { Selection } from "../frame/use-selection.ts";
import { alongText, daysText, KINDS } from "./trash-texts.ts";

function What({ item: { kind, title, note, along, waits_for_post } }: { item: TrashItem }) {
  const notes = [kind === "comment" ? `on ${note}` : note, alongText(kind, along)].filter((text) => text !== undefined);
  return (
    <>
      <span className="row-title trash-title">{title}</span>
      <span className="row-note">{notes.join(" · ")}</span>
      {waits_for_post ? <span className="row-note">Its post is in the trash, too: restore that first.</span> : null}
    </>
  );
}

function Deleted({ item: { trashed_at, trashed_by } }: { item: TrashItem }) {
  return (
    <div>
      <Ago iso={trashed_at} />
      {trashed_by ? <span className="row-note">{trashed_by.full_name || trashed_by.email}</span> : null}
    </div>
  );
}

/** What an item is called where there is room for a few words alone. */
export const shortName = ({ title }: TrashItem): string => (title.length > 60 ? `${title.slice(0, 59)}…` : title);

type TrashTableProps = {
  items: readonly TrashItem[];
  selection: Selection;
  busy: boolean;
  onRestore(item: TrashItem): void;
  onDelete(item: TrashItem): void;
};

/** The key of an item among those of every kind. */
export const keyOf = ({ kind, id }: Pick<TrashItem, "kind" | "id">): string => `${kind}:${id}`;

/** A row for each thing in the trash. */
export function TrashTable({ items, selection, busy, onRestore, onDelete }: TrashTableProps) {
  const columns: Column<TrashItem>[] = [
    { key: "what", title: "What", render: (item) => <What item={item} /> },
    { key: "kind", title: "Kind", render: ({ kind }) => <Badge tone="grey">{KINDS[kind].title}</Badge> },
    { key: "deleted", title: "Deleted", render: (item) => <Deleted item={item} /> },
    { key: "left", title: "Stays for", align: "right", render: ({ days_left }) => daysText(days_left) },
    {
      key: "actions",
      title: "Actions",
      align: "right",
      render: (item) => (
        <div className="trash-actions">
          <button
            type="button"
            className="small-button"
            disabled={item.waits_for_post}
            aria-label={`Restore ${shortName(item)}`}
            onClick={() => onRestore(item)}
          >
            Restore
          </button>
          <button
            type="button"
            className="small-button"
            aria-label={`Delete ${shortName(item)} for good`}
            onClick={() => onDelete(item)}
          >
            Delete
          </button>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="Trash"
      columns={columns}
      rows={items}
      rowKey={keyOf}
      rowName={shortName}
      selection={selection}
      busy={busy}
    />
  );
}
