import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminTag } from "../../../domain/tags/model.ts";
import { AdminPage } from "../frame/admin-page.tsx";
import { EmptyState } from "../frame/empty-state.tsx";
import { NothingFound } from "../frame/nothing-found.tsx";
import { Pager } from "../frame/pager.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { Toolbar } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { MergeTag } from "./merge-tag.tsx";
import { CHANGED_TAGS, deleteTag, tagsQuery } from "./queries.ts";
import { RenameTag } from "./rename-tag.tsx";
import { TagsTable } from "./tags-table.tsx";

const QUESTION = {
  title: "Delete tag",
  text: "Are you sure you want to delete this tag? This action cannot be undone.",
  action: "Delete",
  tone: "danger",
} as const;

/** The tags of all posts; they come into being with the posts that carry them. */
export function Tags() {
  const { values, set, href, reset } = useListState({ search: "", sort: "name", page: "1" });
  const tags = useQuery(tagsQuery(values));
  const confirm = useConfirm();
  const [task, setTask] = useState<{ kind: "rename" | "merge"; tag: AdminTag } | null>(null);
  const { mutate: remove } = useAdminMutation({
    call: deleteTag,
    success: "Tag deleted",
    failure: (message) => `Failed to delete tag: ${message}`,
    invalidates: CHANGED_TAGS,
  });
  const begin = async (kind: "rename" | "merge" | "delete", tag: AdminTag) => {
    if (kind !== "delete") setTask({ kind, tag });
    else if (await confirm(QUESTION)) remove(tag.id);
  };
  const empty = values.search ? (
    <NothingFound
      title="No tags found"
      hint="Try another search, or show all of them."
      showAll="Show all tags"
      onShowAll={reset}
    />
  ) : (
    <EmptyState title="No tags found" hint="Tags come into being when you give them to a post." />
  );
  const close = () => setTask(null);
  return (
    <AdminPage title="Tags">
      <Toolbar>
        <SearchBox label="Search tags" value={values.search} onChange={(search) => set({ search })} />
      </Toolbar>
      <QueryView query={tags} noun="tags" isEmpty={({ total }) => total === 0} empty={empty}>
        {({ items, ...paging }) => (
          <>
            <TagsTable
              tags={items}
              sort={values.sort}
              onSort={(sort) => set({ sort })}
              busy={tags.isPlaceholderData}
              onTask={(kind, tag) => void begin(kind, tag)}
            />
            <Pager {...paging} noun="tags" href={href} />
          </>
        )}
      </QueryView>
      {task?.kind === "rename" ? <RenameTag tag={task.tag} onClose={close} /> : null}
      {task?.kind === "merge" ? <MergeTag tag={task.tag} onClose={close} /> : null}
    </AdminPage>
  );
}
