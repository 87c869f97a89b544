import { useState } from "react";
import type { AdminCategory } from "../../../domain/categories/category.ts";
import {
  CATEGORY_LIMITS,
  categorySlug,
  DEFAULT_CATEGORY_COLOR,
  UNCATEGORIZED,
} from "../../../domain/categories/category-rules.ts";
import { type ArtTheme, READABLE, wordsOn } from "../../../domain/categories/palette.ts";
import { ApiError } from "../../../http/api/client.ts";
import { SelectField, TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { type Problems, useForm } from "../../../ui/form/use-form.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems } from "../frame/form-problems.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useRomanize } from "../frame/use-romanize.ts";
import { inTrash, useUndo } from "../trash/restore.ts";
import { PageFields } from "./page-fields.tsx";
import { type CategoryValues, CHANGED_CATEGORIES, createCategory, deleteCategory, updateCategory } from "./queries.ts";

const THEMES: { theme: ArtTheme; label: string }[] = [
  { theme: "light", label: "On light" },
  { theme: "dark", label: "On dark" },
];

function Sample({ name, color, theme, label }: { name: string; color: string; theme: ArtTheme; label: string }) {
  const { words, paper, contrast } = wordsOn(color, theme);
  return (
    <li style={{ background: paper, color: words }}>
      <strong>{name.trim() || "Category"}</strong>
      <small>{`${label}: ${contrast.toFixed(1)}:1`}</small>
    </li>
  );
}

function advice(color: string): string {
  const weak = THEMES.filter(({ theme }) => wordsOn(color, theme).own < READABLE).map(({ theme }) => theme);
  if (weak.length === 0) return "Text in this color is easy to read in both themes.";
  return `This color is hard to read on ${weak.join(" and ")} paper. Text uses a readable shade of it.`;
}

type ColorFieldProps = {
  name: string;
  value: string;
  /** the category's name, as the sample shows it */
  sample: string;
  error: string | undefined;
  onChange(value: string): void;
};

function ColorField({ name, value, sample, error, onChange }: ColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className="color-field">
      <Field
        label="Color"
        name={name}
        value={value}
        error={error}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        end={
          <input
            type="color"
            className="color-choice"
            aria-label="Choose a color"
            value={isColor ? value.toLowerCase() : "#000000"}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {isColor ? (
        <>
          <ul className="color-samples" aria-label="How the name looks">
            {THEMES.map((one) => (
              <Sample key={one.theme} name={sample} color={value} {...one} />
            ))}
          </ul>
          <p className="field-hint" role="status">
            {advice(value)}
          </p>
        </>
      ) : null}
    </div>
  );
}

const NEW: CategoryValues = {
  ...{ name: "", slug: "", description: "", color: DEFAULT_CATEGORY_COLOR },
  ...{ heading: "", intro: "", picture: null, picture_alt: "" },
};

/** What the server refused, by field; the toast says the rest. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "23505") return { fields: { slug: error.message } };
  return { fields: Object.fromEntries((error.details ?? []).map(({ field, rule }) => [field, rule])) };
}

/** Validates the values and saves them. @returns their problems, or undefined if there are none */
async function saved(values: CategoryValues, save: CategoryFormProps["onSave"]): Promise<Problems | undefined> {
  const { categoryChanges } = await import("../../../domain/categories/category.ts");
  const { error } = categoryChanges.safeParse(values);
  if (error) return schemaProblems(error);
  try {
    await save(values);
    return undefined;
  } catch (error) {
    return problemsOf(error);
  }
}

type CategoryFormProps = {
  values?: CategoryValues;
  label: string;
  onSave(values: CategoryValues): Promise<unknown>;
  onClose(): void;
};

/** A category's fields. The slug of a new one follows its name until somebody types a slug. */
function CategoryForm({ values = NEW, label, onSave, onClose }: CategoryFormProps) {
  const isNew = values === NEW;
  const [typed, setValues] = useState(values);
  const { name, slug: ownSlug, description, color } = typed;
  const [isOwnSlug, setOwnSlug] = useState(!isNew);
  const romanize = useRomanize(name);
  const slug = isOwnSlug ? ownSlug : categorySlug(romanize(name));
  const set = (patch: Partial<CategoryValues>) => setValues((before) => ({ ...before, ...patch }));
  const state = useForm(async () => {
    // As specified: without a name nothing happens, and there is no message.
    if (isNew && name.trim() === "") return undefined;
    const problems = await saved({ ...typed, slug }, onSave);
    if (!problems) onClose();
    return problems;
  });
  const field = (of: keyof CategoryValues) => ({ name: of, error: state.errorOf(of), readOnly: state.isBusy });
  return (
    <form {...state.form} className="form">
      <Field
        label="Name"
        {...field("name")}
        value={name}
        maxLength={CATEGORY_LIMITS.name}
        autoComplete="off"
        onChange={({ target }) => set({ name: target.value })}
      />
      <Field
        label="Slug"
        hint="Appears in the URL"
        {...field("slug")}
        value={slug}
        maxLength={CATEGORY_LIMITS.slug}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setOwnSlug(target.value !== "");
          set({ slug: target.value });
        }}
      />
      <TextArea
        label="Description"
        {...field("description")}
        value={description}
        maxLength={CATEGORY_LIMITS.description}
        onChange={({ target }) => set({ description: target.value })}
      />
      <ColorField
        name="color"
        value={color}
        sample={name}
        error={state.errorOf("color")}
        onChange={(next) => set({ color: next })}
      />
      <PageFields values={typed} field={field} onChange={set} />
      <DialogButtons state={state} label={label} busyLabel="Saving..." onCancel={onClose} />
    </form>
  );
}

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
    <Dialog title="New category" open onClose={onClose}>
      <CategoryForm label="Create category" onSave={create} onClose={onClose} />
    </Dialog>
  );
}

export function EditCategory({ category, onClose }: { category: AdminCategory; onClose(): void }) {
  const { mutateAsync } = useAdminMutation({
    call: updateCategory,
    success: "Category updated",
    failure: (message) => `Failed to update category: ${message}`,
    invalidates: CHANGED_CATEGORIES,
  });
  const { id, name, slug, description, color, heading, intro, picture, picture_alt } = category;
  const [values] = useState({ name, slug, description, color, heading, intro, picture, picture_alt });
  return (
    <Dialog title="Edit category" open onClose={onClose}>
      <CategoryForm values={values} label="Save" onSave={(changed) => mutateAsync({ id, ...changed })} onClose={onClose} />
    </Dialog>
  );
}

type DeleteCategoryProps = { category: AdminCategory; others: readonly AdminCategory[]; onClose(): void };

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
