import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAuth } from "../../../browser/auth/state.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { type AdminUser, type PostsChoice, USER_MESSAGES } from "../../../domain/users/user.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { FormAlert } from "../../../ui/form/use-form.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { Dialog } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_USERS, deleteUser, heirsQuery } from "./queries.ts";

type Heir = NonNullable<AdminPost["author"]>;

type PostsChoiceFieldsProps = {
  count: number;
  posts: PostsChoice["posts"];
  onPosts(posts: PostsChoice["posts"]): void;
  heirs: readonly Heir[];
  to: string;
  onTo(to: string): void;
  error: string | undefined;
};

const nameOf = ({ id, full_name, email }: Heir) => (full_name ? `${full_name} (${email})` : (email ?? id));

function PostsChoiceFields({ count, posts, onPosts, heirs, to, onTo, error }: PostsChoiceFieldsProps) {
  const them = count === 1 ? "it" : "them";
  const choices: { value: PostsChoice["posts"]; label: string; disabled?: boolean }[] = [
    { value: "keep", label: `Keep ${them} without an author` },
    { value: "give", label: `Give ${them} to another user`, disabled: heirs.length === 0 },
    { value: "delete", label: `Delete ${them}, too` },
  ];
  return (
    <>
      <fieldset className="posts-choice">
        <legend>{`What happens to the ${count === 1 ? "article" : `${count} articles`} of this user?`}</legend>
        {choices.map(({ value, label, disabled }) => (
          <label key={value}>
            <input
              type="radio"
              name="posts"
              value={value}
              checked={posts === value}
              disabled={disabled}
              onChange={() => onPosts(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {posts === "give" ? (
        <SelectField
          label="Who gets the articles"
          name="to"
          value={to}
          error={error}
          onChange={(event) => onTo(event.target.value)}
          options={[{ value: "", label: "Choose a user" }, ...heirs.map((heir) => ({ value: heir.id, label: nameOf(heir) }))]}
        />
      ) : null}
    </>
  );
}

function DeleteButtons({ isBusy, onCancel, onDelete }: { isBusy: boolean; onCancel(): void; onDelete(): void }) {
  return (
    <>
      <button type="button" className="button" onClick={onCancel}>
        Cancel
      </button>
      <button
        type="button"
        className="button button-danger-solid"
        aria-disabled={isBusy || undefined}
        onClick={() => (isBusy ? undefined : onDelete())}
      >
        {isBusy ? "Deleting..." : "Delete"}
      </button>
    </>
  );
}

type DeleteUserProps = { user: AdminUser; onClose(): void };

const failure = (message: string) => `Failed to delete user: ${message}`;

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
    if (posts === "give" && to === "") return setError(USER_MESSAGES.newAuthor);
    try {
      await remove.mutateAsync(posts === "give" ? { id, posts, to } : { id, posts });
      onClose();
    } catch {
      // The toast says why; so does the dialog, which stays longer.
    }
  };
  return (
    <Dialog
      title={`Delete ${email}?`}
      open
      size="small"
      onClose={onClose}
      footer={<DeleteButtons isBusy={remove.isPending} onCancel={onClose} onDelete={() => void go()} />}
    >
      <FormAlert message={remove.error ? failure(messageOf(remove.error, "The server could not be reached.")) : undefined} />
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      {isOwn ? <p>This is your own account: you will be signed out.</p> : null}
      {posts_count > 0 ? (
        <PostsChoiceFields
          count={posts_count}
          posts={posts}
          onPosts={setPosts}
          heirs={heirs.data?.items.filter((heir) => heir.id !== id) ?? []}
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
