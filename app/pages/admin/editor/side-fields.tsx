import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { adminApi } from "../../../browser/auth/admin-api.ts";
import { EDITING_LIMITS } from "../../../domain/posts/edit-rules.ts";
import { POST_STATUSES, type PostStatus } from "../../../domain/posts/post-rules.ts";
import type { AdminPost } from "../../../domain/posts/post-shapes.ts";
import { body } from "../../../http/api/admin/client.ts";
import { SelectField, Toggle } from "../../../ui/form/described-fields.tsx";
import { useSite } from "../../data.ts";
import { CreateCategory } from "../categories/category-dialogs.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { ImageField } from "../media/image-field.tsx";
import { heirsQuery } from "../users/queries.ts";
import type { FieldsProps } from "./main-fields.tsx";
import { tagNamesQuery } from "./queries.ts";

const CHANGED = [["admin", "posts"], ["admin", "users"], ["posts"]] as const;

/** Who a post is by, whether it takes comments, and whether it is in lists. All are saved at once, apart from the text. */
export function PostOptions({ post }: { post: AdminPost }) {
  const { defaultAuthor, allowComments } = useSite();
  const { data: admins } = useQuery(heirsQuery());
  const [stored, setStored] = useState({
    author_id: post.author?.id ?? null,
    comments_open: post.comments_open,
    listed: post.listed,
  });
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
      onSuccess: ({ author, comments_open, listed }) => setStored({ author_id: author?.id ?? null, comments_open, listed }),
      onError: () => setChosen(stored),
    });
  };
  const known = admins?.items ?? [];
  const choices = post.author && !known.some(({ id }) => id === post.author?.id) ? [post.author, ...known] : known;
  const options = [
    { value: "", label: defaultAuthor },
    ...choices.map(({ id, full_name, email }) => ({ value: id, label: full_name || email })),
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
      <Toggle
        label="Show in lists"
        checked={chosen.listed}
        hint="Turn it off for pages such as an imprint: the article keeps its address and is left out of lists, searches, feeds and Home."
        onChange={({ target }) => save({ listed: target.checked })}
      />
    </section>
  );
}

/** How many tags are suggested at once. */
const SHOWN = 6;

/** Splits the text into the part before the tag that is being typed, and that tag. */
function lastOf(typed: string): { before: string; last: string } {
  const comma = typed.lastIndexOf(",");
  return { before: typed.slice(0, comma + 1), last: typed.slice(comma + 1).trim() };
}

/**
 * Existing tags that match the tag being typed: those that begin with it before those that contain it.
 * @returns only tags that the post doesn't have yet
 */
export function suggestionsFor(typed: string, names: string[]): string[] {
  const { before, last } = lastOf(typed);
  if (last === "") return [];
  const wanted = last.toLowerCase();
  const taken = new Set(before.split(",").map((name) => name.trim().toLowerCase()));
  const fits = (name: string) => name.includes(wanted) && name !== wanted && !taken.has(name);
  const rank = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return names
    .filter((name) => fits(name.toLowerCase()))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, SHOWN);
}

type TagsFieldProps = { value: string; error: string | undefined; onChange(typed: string): void };

/** Tags with commas between them; those that exist are suggested while one is typed. */
function TagsField({ value, error, onChange }: TagsFieldProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { last } = lastOf(useDeferredValue(value));
  const { data } = useQuery({ ...tagNamesQuery(last.slice(0, EDITING_LIMITS.tagMax)), enabled: isOpen && last !== "" });
  const options = isOpen
    ? suggestionsFor(
        value,
        (data?.items ?? []).map(({ name }) => name),
      )
    : [];

  const take = (name: string) => {
    const { before } = lastOf(value);
    onChange(`${before}${before ? " " : ""}${name}, `);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setOpen(false);
    if (options.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      take(chosen);
    }
  };

  return (
    <div className="field tags-field">
      <label htmlFor={id}>Tags</label>
      <div className="field-input">
        <input
          id={id}
          name="tags"
          value={value}
          role="combobox"
          autoComplete="off"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : `${id}-hint`}
          onChange={({ target }) => {
            onChange(target.value);
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setOpen(false)}
        />
        <div className="suggestions" id={`${id}-list`} role="listbox" aria-label="Existing tags" hidden={options.length === 0}>
          {options.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's
            <div
              key={name}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              {name}
            </div>
          ))}
        </div>
      </div>
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : (
        <p className="field-hint" id={`${id}-hint`}>
          Separated by commas
        </p>
      )}
    </div>
  );
}

const STATUS_LABELS: Record<PostStatus, string> = { draft: "Draft", published: "Published", archived: "Archived" };
const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

type SideFieldsProps = Omit<FieldsProps, "isLive"> & {
  categories: readonly { id: string; name: string }[];
  /** undefined where there is no date to keep */
  keepDate: boolean | undefined;
  onKeepDate(keep: boolean): void;
};

/** The settings of the post: status, category, tags, featured image. */
export function SideFields({ values, isNew, categories, keepDate, errorOf, onChange, onKeepDate }: SideFieldsProps) {
  const [isMaking, setMaking] = useState(false);
  const options = [{ value: "", label: "No category" }, ...categories.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <section className="editor-panel" aria-label="Post settings">
      <SelectField
        label="Status"
        name="status"
        value={values.status}
        options={STATUS_OPTIONS}
        error={errorOf("status")}
        onChange={({ target }) => onChange({ status: target.value as PostStatus })}
      />
      {keepDate === undefined ? null : (
        <Toggle
          label="Keep the original publication date"
          checked={keepDate}
          hint="Otherwise saving sets the date to now."
          onChange={({ target }) => onKeepDate(target.checked)}
        />
      )}
      <Toggle
        label="Featured"
        name="featured"
        checked={values.featured}
        hint="Shown on the home page"
        onChange={({ target }) => onChange({ featured: target.checked })}
      />
      <SelectField
        label="Category"
        isRequired={isNew}
        name="category_id"
        value={values.category_id}
        options={options}
        error={errorOf("category_id")}
        onChange={({ target }) => onChange({ category_id: target.value })}
      />
      <button type="button" className="small-button new-category" onClick={() => setMaking(true)}>
        New category…
      </button>
      {isMaking ? (
        <CreateCategory onCreated={({ id }) => onChange({ category_id: id })} onClose={() => setMaking(false)} />
      ) : null}
      <TagsField value={values.tags} error={errorOf("tags")} onChange={(tags) => onChange({ tags })} />
      <ImageField
        label="Featured image"
        name="featured_image"
        url={values.featured_image}
        alt={values.featured_image_alt}
        error={errorOf("featured_image")}
        altError={errorOf("featured_image_alt")}
        onChange={({ url, alt }) => onChange({ featured_image: url, featured_image_alt: alt })}
      />
    </section>
  );
}
