import { useState } from "react";
import { POST_STATUSES, type PostStatus } from "../../../domain/posts/model.ts";
import { SelectField } from "../../../ui/form/select.tsx";
import { Toggle } from "../../../ui/form/toggle.tsx";
import { CreateCategory } from "../categories/category-dialogs.tsx";
import { ImageField } from "../media/image-field.tsx";
import type { FieldsProps } from "./main-fields.tsx";
import { TagsField } from "./tags-field.tsx";

const STATUS_LABELS: Record<PostStatus, string> = { draft: "Draft", published: "Published", archived: "Archived" };
const STATUS_OPTIONS = POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));

type SideFieldsProps = Omit<FieldsProps, "isLive"> & {
  categories: readonly { id: string; name: string }[];
  /** undefined where there is no date to keep */
  keepDate: boolean | undefined;
  onKeepDate(keep: boolean): void;
};

/** What is told about the article: its state, where it belongs, its picture. */
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
