import { useEffect, useRef } from "react";
import { slugFromTitle } from "../../../domain/posts/edit-rules.ts";
import { localDay } from "../../../platform/time/zone.ts";
import { useSite } from "../../data.ts";
import { useRomanize } from "../frame/use-romanize.ts";
import type { PostValues } from "./form-input.ts";
import type { Session } from "./session/create-session.ts";

/**
 * Lets the slug follow the title until the author writes another one: for a new post from the start, for an existing one only after the
 * slug has been cleared (specification, section 5).
 * @returns what to call with a title or slug that is typed
 */
export function useSlug(session: Session, values: PostValues, isNew: boolean) {
  const onChange = session.set;
  const { timezone } = useSite();
  // A new post without an address gets one from its title.
  const follows = useRef(isNew && values.slug === "");
  // Once it has been saved it has an address, which another title leaves alone.
  useEffect(() => {
    if (!isNew) follows.current = false;
  }, [isNew]);
  const romanize = useRomanize(values.title);
  // A title without a letter, such as an emoji or Japanese, gets the day's date.
  const slugOf = (title: string) => slugFromTitle(romanize(title)) || (title.trim() ? localDay(Date.now(), timezone) : "");
  const suggested = slugOf(values.title);
  const lastSuggested = useRef<string | null>(null);
  // Until the table of all scripts is there, only what is ASCII without its accents makes the slug. The table may arrive between two
  // letters, so that the slug is that of the title before the last one.
  const isSuggested = () =>
    values.slug === suggested || values.slug === slugFromTitle(values.title) || values.slug === lastSuggested.current;
  const suggest = useRef(() => {});
  useEffect(() => {
    suggest.current = () => {
      if (!follows.current || values.slug === suggested || !isSuggested()) return;
      lastSuggested.current = suggested;
      onChange({ slug: suggested });
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a suggestion depends on
  useEffect(() => suggest.current(), [values.slug, values.title, suggested]);
  const changeTitle = (title: string) => {
    if (values.slug === "") follows.current = true;
    else if (!isSuggested()) follows.current = false;
    if (!follows.current) return onChange({ title });
    const slug = slugOf(title);
    lastSuggested.current = slug;
    onChange({ title, slug });
  };
  useEffect(() => session.onSlug(() => follows.current && isSuggested()));
  const changeSlug = (slug: string) => {
    follows.current = false;
    onChange({ slug });
  };
  return { changeTitle, changeSlug };
}
