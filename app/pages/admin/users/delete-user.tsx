import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "../../../browser/auth/state.ts";
import { type AdminUser, type PostsChoice, USER_MESSAGES } from "../../../domain/users/model.ts";
import { FormAlert } from "../../../ui/form/form-alert.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { Dialog } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { PostsFateFields } from "./posts-fate-fields.tsx";
import { CHANGED_USERS, deleteUser, heirsQuery } from "./queries.ts";

type DeleteUserProps = { user: AdminUser; onClose(): void };

const failure = (message: string) => `Failed to delete user: ${message}`;

/** Asks once more, and what is to become of the articles, if there are any. */
export function DeleteUser({ user: { id, email, posts_count }, onClose }: DeleteUserProps) {
  const isOwn = useAuth().person?.id === id;
  const [posts, setPosts] = useState<PostsChoice["posts"]>("keep");
  const [to, setTo] = useState("");
  const [error, setError] = useState<string>();
  const heirs = useQuery({ ...heirsQuery(), enabled: posts_count > 0 });
  const remove = useAdminMutation({
    call: deleteUser,
    success: "User deleted",
    failure,
    invalidates: CHANGED_USERS,
  });
  const go = async () => {
    if (posts === "give" && to === "") return setError(USER_MESSAGES.heir);
    try {
      await remove.mutateAsync(posts === "give" ? { id, posts, to } : { id, posts });
      onClose();
    } catch {
      // The toast says why, and the dialog for longer than that.
    }
  };
  return (
    <Dialog
      title={`Delete ${email}?`}
      open
      size="small"
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="button button-danger-solid"
            aria-disabled={remove.isPending || undefined}
            onClick={() => (remove.isPending ? undefined : void go())}
          >
            {remove.isPending ? "Deleting..." : "Delete"}
          </button>
        </>
      }
    >
      <FormAlert message={remove.error ? failure(messageOf(remove.error, "The server could not be reached.")) : undefined} />
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      {isOwn ? <p>This is your own account: you will be signed out.</p> : null}
      {posts_count > 0 ? (
        <PostsFateFields
          count={posts_count}
          posts={posts}
          onPosts={setPosts}
          heirs={heirs.data?.items.filter((admin) => admin.id !== id) ?? []}
          to={to}
          onTo={(next) => {
            setTo(next);
            setError(undefined);
          }}
          error={error}
        />
      ) : null}
    </Dialog>
  );
}
