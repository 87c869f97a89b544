import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminTag } from "../../../domain/tags/model.ts";
import { Dialog } from "../frame/dialog.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/search-box.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_TAGS, mergeTags, tagsQuery } from "./queries.ts";

/** So many are in sight; the search brings the others. */
const IN_SIGHT = "8";

type ChoicesProps = { tag: AdminTag; into: AdminTag | null; onChoose(into: AdminTag): void };

/** The tags that this one can go up in. */
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

/** Lets a tag go up in another, which its posts carry from then on. */
export function MergeTag({ tag, onClose }: { tag: AdminTag; onClose(): void }) {
  const [into, setInto] = useState<AdminTag | null>(null);
  const { mutate, isPending } = useAdminMutation({
    call: mergeTags,
    success: "Tag updated",
    failure: (message) => `Failed to update tag: ${message}`,
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
      <p>Its posts carry the tag that you choose from then on. This one is gone, and that can't be undone.</p>
      <Choices tag={tag} into={into} onChoose={setInto} />
    </Dialog>
  );
}
