import { useQuery } from "@tanstack/react-query";
import { adminRoutes } from "../../../admin-routes.ts";
import type { PolicyActor } from "../../../domain/back-office.policy.ts";
import { cutText } from "../../../domain/text-rules.ts";
import { trashPolicy } from "../../../domain/trash/trash.policy.ts";
import { TRASH_DAYS, TRASH_KINDS, type TrashItem, type TrashKind, type TrashPage } from "../../../domain/trash/trash.ts";
import { Link } from "../../../ui/link.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago } from "../frame/dates.tsx";
import { FocusKeepingButton } from "../frame/focus-keeping-button.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { useOfficeUser } from "../frame/office-user.ts";
import { BulkBar, useSelection } from "../frame/selection.tsx";
import { FilterChips } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { CHANGED_TRASH, deleteForGood, emptyTrash, TRASH_AT_FIRST, type Trashed, trashQuery } from "./queries.ts";
import { alongText, counted, daysText, KINDS, useRestore } from "./restore.ts";

function What({ item: { kind, title, note, along, waits_for_post } }: { item: TrashItem }) {
  const notes = [kind === "comment" ? `on ${note ?? ""}` : note, alongText(kind, along)].filter((text) => text !== undefined);
  return (
    <>
      <span className="row-title trash-title" dir="auto">
        {title}
      </span>
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

const shortName = ({ title }: TrashItem): string => cutText(title, 60, "…");

const keyOf = ({ kind, id }: Pick<TrashItem, "kind" | "id">): string => `${kind}:${id}`;

type RowActions = { onRestore(item: TrashItem): void; onDelete(item: TrashItem): void };

const columnsFor = ({ onRestore, onDelete }: RowActions): Column<TrashItem>[] => [
  { key: "what", title: "Item", render: (item) => <What item={item} /> },
  { key: "kind", title: "Kind", render: ({ kind }) => <Badge tone="gray">{KINDS[kind].title}</Badge> },
  { key: "deleted", title: "Deleted", render: (item) => <Deleted item={item} /> },
  { key: "left", title: "Days left", align: "right", render: ({ days_left }) => daysText(days_left) },
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
          aria-label={`Delete ${shortName(item)} permanently`}
          onClick={() => onDelete(item)}
        >
          Delete
        </button>
      </div>
    ),
  },
];

const FINAL = "This action cannot be undone.";

/** The actions on items in the trash. Final ones ask first (in the words of the specification, section 8). */
function useTrashActions() {
  const confirm = useConfirm();
  const restore = useRestore();
  const removal = useAdminMutation({
    call: deleteForGood,
    success: (_, { kind }: Trashed) => `${KINDS[kind].title} deleted`,
    failure: (message, _error) => `Failed to delete: ${message}`,
    invalidates: CHANGED_TRASH,
  });
  const emptying = useAdminMutation({
    call: emptyTrash,
    success: "Trash emptied",
    failure: (message: string) => `Failed to empty the trash: ${message}`,
    invalidates: CHANGED_TRASH,
  });
  return {
    isBusy: removal.isPending || emptying.isPending,
    restoreItems: (items: TrashItem[]) => restore(items.map(({ kind, id }) => ({ kind, id }))),
    async remove({ kind, id }: TrashItem) {
      const text = `Are you sure you want to delete this ${KINDS[kind].one}? ${FINAL}`;
      if (await confirm({ title: `Delete ${KINDS[kind].one}`, text, action: "Delete", tone: "danger" }))
        removal.mutate({ kind, id });
    },
    /** @param kind deletes items of this kind only. @param count how many that are, as far as is known */
    async empty(kind: TrashKind | undefined, count: number) {
      const text = `Are you sure you want to delete ${count === 1 ? "" : "all "}${counted(count, kind)} in the trash? ${FINAL}`;
      if (await confirm({ title: "Empty trash", text, action: "Empty trash", tone: "danger" })) emptying.mutate(kind);
    },
  };
}

const isKind = (text: string): text is TrashKind => (TRASH_KINDS as readonly string[]).includes(text);

const kindsOf = (user: PolicyActor, counts: TrashPage["counts"] | undefined) => [
  { value: "", label: "All", count: counts?.all },
  ...TRASH_KINDS.filter((one) => trashPolicy[one].admits(user)).map((one) => ({
    value: one as string,
    label: KINDS[one].label,
    count: counts?.[one],
  })),
];

const lead = (
  <>
    {`Deleted items stay here for ${TRASH_DAYS} days. Deleted images are in the `}
    <Link to={`${adminRoutes.media()}?show=trash`}>media library</Link>.
  </>
);

export function Trash() {
  const list = useListState(TRASH_AT_FIRST);
  const user = useOfficeUser();
  const { values } = list;
  const trash = useQuery(trashQuery(values));
  const selection = useSelection(trash.data?.items, keyOf);
  const { selected, clear } = selection;
  const { restoreItems, remove, empty, isBusy } = useTrashActions();
  const kind = isKind(values.kind) ? values.kind : undefined;
  const count = trash.data?.counts[kind ?? "all"] ?? 0;
  const columns = columnsFor({
    onRestore: (item) => void restoreItems([item]),
    onDelete: (item) => void remove(item),
  });
  return (
    <ListScreen
      title="Trash"
      lead={lead}
      actions={
        // Items that a search hides must not be deleted unseen.
        count > 0 && values.search === "" ? (
          <FocusKeepingButton className="button" isDisabled={isBusy} onClick={() => void empty(kind, count)}>
            Empty trash
          </FocusKeepingButton>
        ) : null
      }
      list={list}
      query={trash}
      noun="trash"
      rowNoun="items"
      search={{ label: "Search trash" }}
      filters={<FilterChips label="Kind" options={kindsOf(user, trash.data?.counts)} {...list.filter("kind")} />}
      empty={{ title: "The trash is empty", hint: `Deleted items stay here for ${TRASH_DAYS} days.` }}
      nothingFound={{ title: "Nothing found", hint: "Try another search, or show all.", showAll: "Show all" }}
      className="trash-list"
    >
      {({ items }, table) => (
        <>
          <BulkBar count={selected.size} onClear={clear}>
            <FocusKeepingButton
              className="small-button"
              isDisabled={isBusy}
              onClick={() => void restoreItems(items.filter((item) => selected.has(keyOf(item)))).then((done) => done && clear())}
            >
              Restore
            </FocusKeepingButton>
          </BulkBar>
          <DataTable
            caption="Trash"
            columns={columns}
            rows={items}
            rowKey={keyOf}
            rowName={shortName}
            selection={selection}
            {...table}
          />
        </>
      )}
    </ListScreen>
  );
}
