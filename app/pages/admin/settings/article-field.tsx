import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Field } from "../../../ui/form/field.tsx";
import { useApi } from "../../data.ts";
import { articlesQuery } from "./queries.ts";

type ArticleFieldProps = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  hint: string | undefined;
  onChange(slug: string): void;
};

/** What is searched for on the server has more than two characters (specification, section 5). */
const SEARCH_MIN = 3;

/** The slug in an article's address; anything else as it is. */
const slugIn = (typed: string) => /\/story\/([^/?#\s]+)/.exec(typed)?.[1] ?? typed;

/** The slug of an article, found by words of its title or pasted as an address. */
export function ArticleField({ value, hint, onChange, ...field }: ArticleFieldProps) {
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
