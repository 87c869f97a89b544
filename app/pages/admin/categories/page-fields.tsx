import { useState } from "react";
import { CATEGORY_LIMITS } from "../../../domain/categories/category-rules.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ImageField } from "../media/image-field.tsx";
import type { CategoryValues } from "./queries.ts";
import { OWN_PAGE } from "./texts.ts";

type PageFieldsProps = {
  values: CategoryValues;
  field(of: keyof CategoryValues): { name: string; error: string | undefined; readOnly: boolean };
  onChange(patch: Partial<CategoryValues>): void;
};

/** What the category's page shows of its own. Folded while nothing is set. */
export function PageFields({ values: { name, heading, intro, picture, picture_alt }, field, onChange }: PageFieldsProps) {
  const [isOpen] = useState(heading !== "" || intro !== "" || picture !== null);
  return (
    <details className="category-page" open={isOpen}>
      <summary>{OWN_PAGE.categoryPage}</summary>
      <div className="category-page-fields">
        <Field
          label={OWN_PAGE.heading}
          hint={OWN_PAGE.headingHint(name.trim() || "its name")}
          {...field("heading")}
          value={heading}
          maxLength={CATEGORY_LIMITS.heading}
          autoComplete="off"
          onChange={({ target }) => onChange({ heading: target.value })}
        />
        <TextArea
          label={OWN_PAGE.text}
          hint={OWN_PAGE.textHint}
          {...field("intro")}
          value={intro}
          maxLength={CATEGORY_LIMITS.intro}
          onChange={({ target }) => onChange({ intro: target.value })}
        />
        <ImageField
          label={OWN_PAGE.picture}
          hint={OWN_PAGE.pictureHint}
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
