import { useState } from "react";
import type { AdminCategory } from "../../../domain/categories/category.ts";
import { UNCATEGORIZED } from "../../../domain/categories/category-rules.ts";
import { SelectField } from "../../../ui/form/described-fields.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { inTrash } from "../trash/trash-texts.ts";
import { useUndo } from "../trash/use-restore.ts";
import { CategoryForm } from "./category-form.tsx";
import { type CategoryValues, CHANGED_CATEGORIES, createCategory, deleteCategory, updateCategory } from "./queries.ts";

/** Makes a category. */
export function CreateCategory({ onClose, onCreated }: { onClose(): void; onCreated?(made: { id: string }): void }) {
  const { mutateAsync } = useAdminMutation({
    call: createCategory,
    success: "Category created",
    failure: (message) => `Failed to create category: ${message}`,
    invalidates: CHANGED_CATEGORIES,
  });
  const create = async (values: CategoryValues) => {
    const made = await mutateAsync(values);
    onCreated?.(made);
  };
  return (
    <Dialog title="Create Category" open onClose={onClose}>
      <CategoryForm label="Create Category" onSave={create} onClose={onClose} />
    </Dialog>
  );
}

/** Changes a category. */
export function EditCategory({ category, onClose }: { category: AdminCategory; onClose(): void }) {
  const { mutateAsync } = useAdminMutation({
    call: updateCategory,
    success: "Category updated",
    failure: (message) => `Failed to update category: ${message}`,
    invalidates: CHANGED_CATEGORIES,
  });
  const { id, name, slug, description, color } = category;
  const [values] = useState({ name, slug, description, color });
  return (
    <Dialog title="Edit Category" open onClose={onClose}>
      <CategoryForm values={values} label="Save" onSave={(changed) => mutateAsync({ id, ...changed })} onClose={onClose} />
    </Dialog>
  );
}

type DeleteCategoryProps = { category: AdminCategory; others: readonly AdminCategory[]; onClose(): void };

/** Deletes a category, once it is said where its posts go. */
export function DeleteCategory({ category: { id, name, posts_count }, others, onClose }: DeleteCategoryProps) {
  const [moveTo, setMoveTo] = useState("");
  const undo = useUndo();
  const { mutate, isPending } = useAdminMutation({
    call: deleteCategory,
    success: "Category deleted",
    undo: () => undo([{ kind: "category", id }]),
    failure: (message) => `Failed to delete category: ${message}`,
    invalidates: CHANGED_CATEGORIES,
  });
  const options = [
    { value: "", label: `None (${UNCATEGORIZED})` },
    ...others.filter((other) => other.id !== id).map((other) => ({ value: other.id, label: other.name })),
  ];
  const footer = (
    <>
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button
        type="button"
        className="button button-danger-solid"
        disabled={isPending}
        onClick={() => mutate({ id, moveTo }, { onSuccess: onClose })}
      >
        Delete
      </button>
    </>
  );
  return (
    <Dialog title={`Delete ${name}`} open size="small" onClose={onClose} footer={footer}>
      <p>{`Are you sure you want to delete this category? ${inTrash(1)}`}</p>
      {posts_count > 0 ? (
        <div className="category-heir">
          <SelectField
            label={posts_count === 1 ? "Its one post goes to" : `Its ${posts_count.toLocaleString("en-US")} posts go to`}
            name="move_to"
            options={options}
            value={moveTo}
            onChange={(event) => setMoveTo(event.target.value)}
          />
        </div>
      ) : null}
    </Dialog>
  );
}
