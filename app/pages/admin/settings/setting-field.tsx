import type { ReactNode } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { SelectField } from "../../../ui/form/select.tsx";
import { TextArea } from "../../../ui/form/text-area.tsx";
import { Toggle } from "../../../ui/form/toggle.tsx";
import { ArticleField } from "./article-field.tsx";
import type { FieldSpec } from "./groups.ts";
import type { FormValues } from "./values.ts";

export type SettingFieldProps = {
  spec: FieldSpec;
  fields: FormValues["fields"];
  error: string | undefined;
  /** stands where a field's own hint would, such as what its value means at the moment */
  hint?: string | undefined;
  onChange(name: string, value: string | boolean): void;
};

/** The field of one setting. */
export function SettingField({ spec, fields, error, hint = spec.hint, onChange }: SettingFieldProps): ReactNode {
  const { name, label } = spec;
  const value = fields[name];
  const text = typeof value === "string" ? value : "";
  const shared = { name, label, error, hint } as const;
  const typed = (event: { target: { value: string } }) => onChange(name, event.target.value);
  switch (spec.kind) {
    case "toggle":
      return (
        <Toggle
          {...shared}
          checked={value === true}
          disabled={spec.needs !== undefined && fields[spec.needs] !== true}
          onChange={(event) => onChange(name, event.target.checked)}
        />
      );
    case "select":
      return <SelectField {...shared} options={spec.options} value={text} onChange={typed} />;
    case "text":
      return <TextArea {...shared} required={!spec.optional} maxLength={spec.max} value={text} onChange={typed} />;
    case "article":
      return <ArticleField {...shared} value={text} onChange={(slug) => onChange(name, slug)} />;
    case "number":
      return (
        <Field
          {...plain(shared)}
          type="number"
          inputMode="numeric"
          min={spec.min}
          max={spec.max}
          step={1}
          value={text}
          onChange={typed}
        />
      );
    default:
      return (
        <Field
          {...plain(shared)}
          type={spec.kind === "line" ? "text" : spec.kind}
          required={!spec.optional}
          maxLength={spec.max}
          value={text}
          onChange={typed}
          autoComplete="off"
        />
      );
  }
}

/** Without a hint where there is none. */
const plain = ({ hint, ...rest }: { name: string; label: string; error: string | undefined; hint: string | undefined }) =>
  hint === undefined ? rest : { ...rest, hint };
