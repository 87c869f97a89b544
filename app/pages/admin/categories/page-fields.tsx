import { useState } from "react";
import { CATEGORY_LIMITS } from "../../../domain/categories/category-rules.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ImageField } from "../media/image-field.tsx";
import type { CategoryValues } from "./queries.ts";

type PageFieldsProps = {
  values: CategoryValues;
  field(of: keyof CategoryValues): { name: string; error: string | undefined; readOnly: boolean };
  onChange(patch: Partial<CategoryValues>): void;
};

export function PageFields({ values: { name, heading, intro, picture, picture_alt }, field, onChange }: PageFieldsProps) {
  const [isOpen] = useState(heading !== "" || intro !== "" || picture !== null);
  return (
    <details className="category-page" open={isOpen}>
      <summary>Category page</summary>
      <div className="category-page-fields">
        <Field
          label="Heading"
          hint={`In place of “${name.trim() || "its name"}” on its page`}
          {...field("heading")}
          value={heading}
          maxLength={CATEGORY_LIMITS.heading}
          autoComplete="off"
          onChange={({ target }) => onChange({ heading: target.value })}
        />
        <TextArea
          label="Text"
          hint="Below the description, on the first page. A blank line begins a paragraph."
          {...field("intro")}
          value={intro}
          maxLength={CATEGORY_LIMITS.intro}
          onChange={({ target }) => onChange({ intro: target.value })}
        />
        <ImageField
          label="Image"
          hint="In place of the drawing, also where the page is shared. JPEG, PNG, WebP, AVIF or GIF."
          name="picture"
          url={picture}
          alt={picture_alt}
          error={field("picture").error}
          altError={field("picture_alt").error}
          onChange={({ url, alt }) => onChange({ picture: url, picture_alt: alt })}
        />
      </div>
    </details>
  );
}
