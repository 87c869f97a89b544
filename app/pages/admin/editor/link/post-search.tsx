import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from "react";
import { Field } from "../../../../ui/form/field.tsx";
import { linkAddress } from "../rich/link-address.ts";
import { postsFoundQuery } from "./queries.ts";

type FoundPost = { id: string; title: string; slug: string; status: string };

type PostSearchProps = {
  /** what was typed: an address, or words of a post's title */
  value: string;
  error: string | undefined;
  onChange(typed: string): void;
  onPick(post: FoundPost): void;
};

/** How long one has to pause before posts are looked for, in ms. */
const PAUSE = 150;
const NONE: FoundPost[] = [];

/** Words to look for; an address that is complete, or about to be, is none. */
const wordsOf = (typed: string): string =>
  linkAddress(typed) !== null || /^(https?:|mailto:|[/#])/i.test(typed.trim()) ? "" : typed.trim().slice(0, 200);

function usePaused(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return paused;
}

/** The address of a link, or words: they find the site's own posts, of which one can be taken. */
export function PostSearch({ value, error, onChange, onPick }: PostSearchProps) {
  const id = useId();
  const [active, setActive] = useState(-1);
  const words = usePaused(useDeferredValue(wordsOf(value)));
  const { data } = useQuery({ ...postsFoundQuery(words), enabled: words.length > 1 });
  const found = words.length > 1 && wordsOf(value) !== "" ? (data ?? NONE) : NONE;
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[active];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + found.length + (active < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === "Enter" && chosen) {
      event.preventDefault();
      setActive(-1);
      onPick(chosen);
    }
  };
  return (
    <div className="post-search">
      <Field
        label="Address"
        name="href"
        value={value}
        error={error}
        hint="Another page, a part of this one (#…), a mail address, or words of a post's title"
        autoComplete="off"
        autoFocus
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setActive(-1);
          onChange(target.value);
        }}
      />
      <div className="post-search-list" id={`${id}-list`} role="listbox" aria-label="Posts" hidden={found.length === 0}>
        {found.map((post, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
          <div
            key={post.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(post)}
          >
            {post.title}
            {post.status === "published" ? null : <span className="post-search-status">{post.status}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
