import type { AdminUser, PostsChoice } from "../../../domain/users/model.ts";
import { SelectField } from "../../../ui/form/select.tsx";

type PostsFateFieldsProps = {
  count: number;
  posts: PostsChoice["posts"];
  onPosts(posts: PostsChoice["posts"]): void;
  /** the admins who may be given the articles */
  heirs: readonly AdminUser[];
  to: string;
  onTo(to: string): void;
  error: string | undefined;
};

const nameOf = ({ full_name, email }: AdminUser) => (full_name ? `${full_name} (${email})` : email);

/** What becomes of the articles of somebody who is deleted. */
export function PostsFateFields({ count, posts, onPosts, heirs, to, onTo, error }: PostsFateFieldsProps) {
  const them = count === 1 ? "it" : "them";
  const choices: { value: PostsChoice["posts"]; label: string; disabled?: boolean }[] = [
    { value: "keep", label: `Keep ${them} without an author` },
    { value: "give", label: `Give ${them} to another admin`, disabled: heirs.length === 0 },
    { value: "delete", label: `Delete ${them}, too` },
  ];
  return (
    <>
      <fieldset className="posts-fate">
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
          options={[
            { value: "", label: "Choose an admin" },
            ...heirs.map((admin) => ({ value: admin.id, label: nameOf(admin) })),
          ]}
        />
      ) : null}
    </>
  );
}
