import { useEffect, useRef } from "react";
import { slugFromTitle } from "../../../domain/posts/edit-rules.ts";
import { routes } from "../../../routes.ts";
import { TextArea } from "../../../ui/form/described-fields.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { useRomanize } from "../frame/use-romanize.ts";
import type { PostValues } from "./form-input.ts";

export type FieldsProps = {
  values: PostValues;
  isNew: boolean;
  /** whether readers find the post at its slug */
  isLive: boolean;
  errorOf(field: keyof PostValues): string | undefined;
  onChange(patch: Partial<PostValues>): void;
};

/** The fields that summarize a post. */
const SUMMARIES = [
  {
    name: "description",
    label: "Description",
    hint: "Shown under the title and on cards. If empty, the excerpt is used.",
  },
  { name: "excerpt", label: "Excerpt", hint: "A few sentences for feeds and search" },
] as const;

function SlugHint({ slug, isLive }: { slug: string; isLive: boolean }) {
  if (slug === "") return "Last part of the URL";
  const address = routes.story(slug);
  if (!isLive) return `Will be published at ${address}`;
  return (
    <>
      Live at{" "}
      <a className="text-link" href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
    </>
  );
}

/**
 * Title, slug, description and excerpt. The slug follows the title until the author writes another one: for a new post from the
 * start, for an existing one only after the slug has been cleared (specification, section 5).
 */
export function MainFields({ values, isNew, isLive, errorOf, onChange }: FieldsProps) {
  const follows = useRef(isNew);
  // Once it has been saved it has an address, which another title leaves alone.
  useEffect(() => {
    if (!isNew) follows.current = false;
  }, [isNew]);
  const romanize = useRomanize(values.title);
  const suggested = slugFromTitle(romanize(values.title));
  // Until the table of all scripts is there, only what is ASCII without its accents makes the slug.
  const isSuggested = values.slug === suggested || values.slug === slugFromTitle(values.title);
  const shouldFollow = isSuggested && values.slug !== suggested;
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    if (shouldFollow && follows.current) change.current({ slug: suggested });
  }, [shouldFollow, suggested]);
  const changeTitle = (title: string) => {
    if (values.slug === "") follows.current = true;
    else if (!isSuggested) follows.current = false;
    onChange(follows.current ? { title, slug: slugFromTitle(romanize(title)) } : { title });
  };
  return (
    <>
      <div className="editor-title">
        <TextArea
          label="Title"
          isRequired
          name="title"
          rows={1}
          value={values.title}
          error={errorOf("title")}
          onChange={({ target }) => changeTitle(target.value.replace(/\s*\n\s*/g, " "))}
          onKeyDown={(event) => (event.key === "Enter" ? event.preventDefault() : undefined)}
        />
      </div>
      <Field
        label="Slug"
        isRequired
        name="slug"
        value={values.slug}
        error={errorOf("slug")}
        hint={<SlugHint slug={values.slug} isLive={isLive} />}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ target }) => {
          follows.current = false;
          onChange({ slug: target.value });
        }}
      />
      {SUMMARIES.map(({ name, ...shown }) => (
        <TextArea
          key={name}
          {...shown}
          name={name}
          isRequired={isNew && name === "description"}
          rows={2}
          value={values[name]}
          error={errorOf(name)}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </>
  );
}
