import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { SelectField, TextArea, Toggle } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useApi } from "../../data.ts";
import { ButtonLink } from "./button-link.tsx";
import type { FieldSpec } from "./fields.ts";
import type { FormValues } from "./form-values.ts";
import { articlesQuery } from "./queries.ts";

type ArticleFieldProps = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  hint: string | undefined;
  onChange(slug: string): void;
};

/** The fewest characters that the server searches for (specification, section 5). */
const SEARCH_MIN = 3;

/** The slug in an article's URL; any other text as it is. */
const slugIn = (typed: string) => /\/story\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;

function ArticleField({ value, hint, onChange, ...field }: ArticleFieldProps) {
  const list = useId();
  const words = value.replaceAll("-", " ").trim();
  const { data = [] } = useQuery({ ...articlesQuery(useApi(), words), enabled: words.length >= SEARCH_MIN });
  const named = data.find((article) => article.slug === value);
  const shown = named ? `Leads to “${named.title}”.` : hint;
  return (
    <>
      <Field
        {...field}
        {...(shown === undefined ? {} : { hint: shown })}
        list={list}
        value={value}
        onChange={(event) => onChange(slugIn(event.target.value))}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {data.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  );
}

export type SettingFieldProps = {
  spec: FieldSpec;
  fields: FormValues["fields"];
  error: string | undefined;
  /** replaces the field's own hint, such as with what its value means at the moment */
  hint?: string | undefined;
  onChange(name: string, value: string | boolean): void;
};

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
    case "target":
      return <ButtonLink {...shared} value={text} onChange={(link) => onChange(name, link)} />;
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

const plain = ({ hint, ...rest }: { name: string; label: string; error: string | undefined; hint: string | undefined }) =>
  hint === undefined ? rest : { ...rest, hint };
