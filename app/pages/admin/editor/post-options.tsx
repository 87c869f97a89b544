import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import type { AdminPost } from "../../../domain/posts/post.ts";
import { body } from "../../../http/api/admin/client.ts";
import { SelectField, Toggle } from "../../../ui/form/described-fields.tsx";
import { useSite } from "../../public/layout/use-site.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { heirsQuery } from "../users/queries.ts";

const CHANGED = [["admin", "posts"], ["admin", "users"], ["posts"]] as const;

/** Who a post is by and whether it takes comments. Both are saved at once, apart from the text. */
export function PostOptions({ post }: { post: AdminPost }) {
  const { defaultAuthor, allowComments } = useSite();
  const { data: admins } = useQuery(heirsQuery());
  const [stored, setStored] = useState({ author_id: post.author?.id ?? null, comments_open: post.comments_open });
  const [chosen, setChosen] = useState(stored);
  const change = useAdminMutation({
    call: (json: Partial<typeof stored>) =>
      body(adminApi.posts[":id"].options.$patch({ param: { id: post.id }, query: {}, json })),
    success: "Post updated",
    failure: (message) => `Failed to update post: ${message}`,
    invalidates: CHANGED,
  });
  /** Shown at once, and taken back when the server refuses it. */
  const save = (options: Partial<typeof stored>) => {
    setChosen({ ...chosen, ...options });
    change.mutate(options, {
      onSuccess: ({ author, comments_open }) => setStored({ author_id: author?.id ?? null, comments_open }),
      onError: () => setChosen(stored),
    });
  };
  const known = admins?.items ?? [];
  const listed = post.author && !known.some(({ id }) => id === post.author?.id) ? [post.author, ...known] : known;
  const options = [
    { value: "", label: defaultAuthor },
    ...listed.map(({ id, full_name, email }) => ({ value: id, label: full_name || email })),
  ];
  return (
    <section className="editor-panel" aria-label="Author and comments">
      <SelectField
        label="Author"
        name="author_id"
        value={chosen.author_id ?? ""}
        options={options}
        onChange={({ target }) => save({ author_id: target.value || null })}
      />
      <Toggle
        label="Allow comments"
        checked={chosen.comments_open}
        hint={
          allowComments ? "Saved at once. Existing comments stay." : "Comments are turned off for the whole site in Settings."
        }
        onChange={({ target }) => save({ comments_open: target.checked })}
      />
    </section>
  );
}
