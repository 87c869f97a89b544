import { useState } from "react";
import { CATEGORY_LIMITS, categorySlug, DEFAULT_CATEGORY_COLOR } from "../../../domain/categories/category-rules.ts";
import { type ArtTheme, READABLE, wordsOn } from "../../../domain/categories/palette.ts";
import { ApiError } from "../../../http/api/client.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { type Problems, useForm } from "../../../ui/form/use-form.ts";
import { DialogButtons } from "../frame/dialog-buttons.tsx";
import { useRomanize } from "../frame/use-romanize.ts";
import type { CategoryValues } from "./queries.ts";

const THEMES: { theme: ArtTheme; label: string }[] = [
  { theme: "light", label: "On light" },
  { theme: "dark", label: "On dark" },
];

/** A category's name as readers see it in one theme, with its contrast. */
function Sample({ name, color, theme, label }: { name: string; color: string; theme: ArtTheme; label: string }) {
  const { words, paper, contrast } = wordsOn(color, theme);
  return (
    <li style={{ background: paper, color: words }}>
      <strong>{name.trim() || "Category"}</strong>
      <small>{`${label}: ${contrast.toFixed(1)}:1`}</small>
    </li>
  );
}

/** What becomes of a colour that is hard to read as it is. */
function advice(color: string): string {
  const weak = THEMES.filter(({ theme }) => wordsOn(color, theme).own < READABLE).map(({ theme }) => theme);
  if (weak.length === 0) return "Words in this colour are easy to read in both themes.";
  return `As it is, this colour is hard to read on ${weak.join(" and ")} paper; words are set in a shade of it that isn't.`;
}

type ColourFieldProps = {
  name: string;
  value: string;
  /** the category's name, as the sample shows it */
  sample: string;
  error: string | undefined;
  onChange(value: string): void;
};

/** A colour by choice or by figures, with how its words stand on the paper of both themes. */
function ColourField({ name, value, sample, error, onChange }: ColourFieldProps) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <div className="colour-field">
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
            className="colour-choice"
            aria-label="Choose a color"
            value={isColour ? value.toLowerCase() : "#000000"}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {isColour ? (
        <>
          <ul className="colour-samples" aria-label="How the name looks">
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

const NEW: CategoryValues = { name: "", slug: "", description: "", color: DEFAULT_CATEGORY_COLOR };

/** What the server has to say, each at its field; the rest is said by the toast. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  if (error.code === "23505") return { fields: { slug: error.message } };
  return { fields: Object.fromEntries((error.details ?? []).map(({ field, rule }) => [field, rule])) };
}

/** What the server would refuse, by its own rules. */
async function checked(values: CategoryValues): Promise<Problems | undefined> {
  const { categoryChanges } = await import("../../../domain/categories/category.ts");
  const { error } = categoryChanges.safeParse(values);
  // Of several rules that a field breaks, the first is the one to mend.
  return error && { fields: Object.fromEntries(error.issues.map((issue) => [String(issue.path[0]), issue.message]).reverse()) };
}

type CategoryFormProps = {
  /** what it begins with; a new category begins with nothing */
  values?: CategoryValues;
  label: string;
  onSave(values: CategoryValues): Promise<unknown>;
  onClose(): void;
};

/** A category's fields. A new one's slug follows its name until somebody writes one. */
export function CategoryForm({ values = NEW, label, onSave, onClose }: CategoryFormProps) {
  const isNew = values === NEW;
  const [{ name, slug: ownSlug, description, color }, setValues] = useState(values);
  const [isOwnSlug, setOwnSlug] = useState(!isNew);
  const romanize = useRomanize(name);
  const slug = isOwnSlug ? ownSlug : categorySlug(romanize(name));
  const set = (patch: Partial<CategoryValues>) => setValues((before) => ({ ...before, ...patch }));
  const state = useForm(async () => {
    // As specified: without a name nothing happens, and nothing is said.
    if (isNew && name.trim() === "") return undefined;
    const problems = await checked({ name, slug, description, color });
    if (problems) return problems;
    try {
      await onSave({ name, slug, description, color });
      onClose();
      return undefined;
    } catch (error) {
      return problemsOf(error);
    }
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
        hint="The end of the category's address"
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
      <ColourField
        name="color"
        value={color}
        sample={name}
        error={state.errorOf("color")}
        onChange={(next) => set({ color: next })}
      />
      <DialogButtons state={state} label={label} busyLabel="Saving..." onCancel={onClose} />
    </form>
  );
}
