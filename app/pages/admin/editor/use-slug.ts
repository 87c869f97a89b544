import { useEffect, useRef } from "react";
import { slugFromTitle } from "../../../domain/posts/edit-rules.ts";
import { useRomanize } from "../frame/use-romanize.ts";
import type { PostValues } from "./form-input.ts";

/**
 * Lets the slug follow the title until the author writes another one: for a new post from the start, for an existing one only after the
 * slug has been cleared (specification, section 5).
 * @returns what to call with a title or slug that is typed
 */
export function useSlug(values: PostValues, isNew: boolean, onChange: (patch: Partial<PostValues>) => void) {
  // A new post without an address gets one from its title.
  const follows = useRef(isNew && values.slug === "");
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
  const changeSlug = (slug: string) => {
    follows.current = false;
    onChange({ slug });
  };
  return { changeTitle, changeSlug };
}
