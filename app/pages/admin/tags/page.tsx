import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "../../../base-path.ts";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { AdminTag } from "../../../domain/tags/tag.ts";
import { TAG_MESSAGES, TAG_NAME_MAX } from "../../../domain/tags/tag-rules.ts";
import { body, query, unwrapEmpty } from "../../../http/api/admin/client.ts";
import { ApiError } from "../../../http/api/client.ts";
import { routes } from "../../../routes.ts";
import { Field } from "../../../ui/form/field.tsx";
import { useForm } from "../../../ui/form/use-form.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Day } from "../frame/dates.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { Menu } from "../frame/menu.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";

/** In ms (specification, section 7). */
const FRESH = 10 * 60_000;

const CHANGED_TAGS = [["admin", "tags"], ["admin", "posts"], ["tags"], ["posts"]] as const;

/** What the list shows, as given in the URL. `limit`: rows per page, the default unless given. */
type TagsShown = { search: string; sort: string; page: string; limit?: string };

const tagsQuery = (shown: TagsShown) =>
  queryOptions({
    queryKey: ["admin", "tags", "list", shown],
    queryFn: () => body(adminApi.tags.$get({ query: query(shown) })),
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

const renameTag = ({ id, name }: { id: string; name: string }) =>
  body(adminApi.tags[":id"].$patch({ param: { id }, json: { name }, query: {} }));

const mergeTags = ({ id, into }: { id: string; into: string }) =>
  body(adminApi.tags[":id"].merge.$post({ param: { id }, json: { into }, query: {} }));

const deleteTag = (id: string) => unwrapEmpty(adminApi.tags[":id"].$delete({ param: { id }, query: {} }));

const IN_SIGHT = "8";

type ChoicesProps = { tag: AdminTag; into: AdminTag | null; onChoose(into: AdminTag): void };

function Choices({ tag, into, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const tags = useQuery(tagsQuery({ search, sort: search ? "name" : "-posts_count", page: "1", limit: IN_SIGHT }));
  return (
    <>
      <SearchBox label="Search tags" value={search} onChange={setSearch} />
      <QueryView query={tags} noun="tags" isEmpty={({ total }) => total === 0} empty={<p>No tags found</p>}>
        {({ items }) => (
          <fieldset className="tag-choices">
            <legend className="sr-only">{`Merge ${tag.name} into`}</legend>
            {items
              .filter(({ id }) => id !== tag.id)
              .map((one) => (
                <label key={one.id}>
                  <input type="radio" name="into" checked={into?.id === one.id} onChange={() => onChoose(one)} />
                  {one.name}
                  <small>{one.posts_count === 1 ? "1 post" : `${one.posts_count} posts`}</small>
                </label>
              ))}
          </fieldset>
        )}
      </QueryView>
    </>
  );
}

function MergeTag({ tag, onClose }: { tag: AdminTag; onClose(): void }) {
  const [into, setInto] = useState<AdminTag | null>(null);
  const { mutate, isPending } = useAdminMutation({
    call: mergeTags,
    success: "Tag updated",
    failure: (message: string) => `Failed to update tag: ${message}`,
    invalidates: CHANGED_TAGS,
  });
  const merge = () => {
    if (into) mutate({ id: tag.id, into: into.id }, { onSuccess: onClose });
  };
  const footer = (
    <>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" className="button button-solid" disabled={into === null || isPending} onClick={merge}>
        {into ? `Merge into ${into.name}` : "Merge"}
      </button>
    </>
  );
  return (
    <Dialog title={`Merge ${tag.name}`} open onClose={onClose} footer={footer}>
      <p>Its posts get the tag you choose instead. This tag is deleted, which can’t be undone.</p>
      <Choices tag={tag} into={into} onChoose={setInto} />
    </Dialog>
  );
}

const figures = new Intl.NumberFormat("en-US");

function Name({ tag: { name, slug, published_count } }: { tag: AdminTag }) {
  return (
    <>
      {published_count > 0 ? (
        <a className="row-title" href={pathTo(routes.listing({ tag: slug }))} target="_blank" rel="noreferrer">
          {name}
        </a>
      ) : (
        <span className="row-title">{name}</span>
      )}
      <span className="row-note">{slug}</span>
    </>
  );
}

const columnsFor = (onTask: (kind: "rename" | "merge" | "delete", tag: AdminTag) => void): Column<AdminTag>[] => [
  { key: "name", title: "Name", sortKey: "name", render: (tag) => <Name tag={tag} /> },
  {
    key: "uses",
    title: "Posts",
    sortKey: "posts_count",
    align: "right",
    unit: (tag) => (tag.posts_count === 1 ? "post" : "posts"),
    render: (tag) => figures.format(tag.posts_count),
  },
  {
    key: "published",
    title: "Published",
    align: "right",
    unit: () => "published",
    render: (tag) => figures.format(tag.published_count),
  },
  { key: "created", title: "Created", sortKey: "created_at", render: (tag) => <Day iso={tag.created_at} /> },
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

function RenameTag({ tag, onClose }: { tag: AdminTag; onClose(): void }) {
  const { mutateAsync } = useAdminMutation({
    call: renameTag,
    success: "Tag updated",
    failure: (message: string) => `Failed to update tag: ${message}`,
    invalidates: CHANGED_TAGS,
  });
  const state = useForm(async (value) => {
    const name = value("name").trim();
    if (name === "") return { fields: { name: TAG_MESSAGES.nameRequired } };
    try {
      await mutateAsync({ id: tag.id, name });
      onClose();
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) return {};
      const rule = error.code === "23505" ? error.message : error.details?.find(({ field }) => field === "name")?.rule;
      return rule ? { fields: { name: rule } } : {};
    }
  });
  return (
    <Dialog title={`Rename ${tag.name}`} open size="small" onClose={onClose}>
      <form {...state.form} className="form">
        <Field
          label="Name"
          name="name"
          defaultValue={tag.name}
          maxLength={TAG_NAME_MAX}
          autoComplete="off"
          readOnly={state.isBusy}
          error={state.errorOf("name")}
        />
        <DialogButtons state={state} label="Rename" busyLabel="Saving..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const QUESTION = {
  title: "Delete tag",
  text: "Are you sure you want to delete this tag? This action cannot be undone.",
  action: "Delete",
  tone: "danger",
} as const;

/** The screen of tags. New tags are created by adding them to a post. */
export function Tags() {
  const list = useListState({ search: "", sort: "name", page: "1" });
  const tags = useQuery(tagsQuery(list.values));
  const confirm = useConfirm();
  const [task, setTask] = useState<{ kind: "rename" | "merge"; tag: AdminTag } | null>(null);
  const { mutate: remove } = useAdminMutation({
    call: deleteTag,
    success: "Tag deleted",
    failure: (message: string) => `Failed to delete tag: ${message}`,
    invalidates: CHANGED_TAGS,
  });
  const begin = async (kind: "rename" | "merge" | "delete", tag: AdminTag) => {
    if (kind !== "delete") setTask({ kind, tag });
    else if (await confirm(QUESTION)) remove(tag.id);
  };
  const close = () => setTask(null);
  return (
    <ListScreen
      title="Tags"
      list={list}
      query={tags}
      noun="tags"
      search={{ label: "Search tags" }}
      empty={{ title: "No tags yet", hint: "Tags are created when you add them to a post." }}
      nothingFound={{ title: "No tags found", hint: "Try another search, or show all.", showAll: "Show all tags" }}
      after={
        <>
          {task?.kind === "rename" ? <RenameTag tag={task.tag} onClose={close} /> : null}
          {task?.kind === "merge" ? <MergeTag tag={task.tag} onClose={close} /> : null}
        </>
      }
    >
      {({ items }, table) => (
        <DataTable
          caption="Tags"
          columns={columnsFor((kind, tag) => void begin(kind, tag))}
          rows={items}
          rowKey={({ id }) => id}
          {...table}
          isLines
        />
      )}
    </ListScreen>
  );
}
