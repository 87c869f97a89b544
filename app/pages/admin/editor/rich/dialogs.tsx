import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Editor } from "@tiptap/react";
import { type FormEvent, type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from "react";
import { adminApi } from "../../../../browser/auth/admin-api.ts";
import { LINK_SCHEME, safeLink } from "../../../../domain/content/markup/addresses.ts";
import { EMBED_NAMES, embedAt } from "../../../../domain/content/markup/figures.ts";
import { body, query } from "../../../../http/api/admin/client.ts";
import { routes } from "../../../../routes.ts";
import { Field } from "../../../../ui/form/field.tsx";
import { Dialog } from "../../frame/dialog.tsx";

/** Asks for the address of an embed. Sends no request to the other site. */
export function EmbedDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [address, setAddress] = useState("");
  const [title, setTitle] = useState("");
  const [error, setError] = useState<string>();
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const embed = embedAt(address);
    if (!embed) return setError(`This must be a URL at ${EMBED_NAMES}`);
    const attrs = { href: embed.address, title: title.trim() };
    editor
      .chain()
      .focus()
      .insertContent([{ type: "embed", attrs }, { type: "paragraph" }])
      .run();
    close();
  };
  return (
    <Dialog title="Embed" open onClose={close} size="small">
      <form className="form" noValidate onSubmit={submit}>
        <Field
          label="URL"
          name="href"
          type="url"
          value={address}
          error={error}
          hint={`From ${EMBED_NAMES}`}
          autoComplete="off"
          autoFocus
          onChange={({ target }) => {
            setAddress(target.value);
            setError(undefined);
          }}
        />
        <Field
          label="Title"
          name="title"
          value={title}
          maxLength={200}
          hint="Readers see the title before they play it"
          autoComplete="off"
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="form-buttons">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button-solid">
            Embed
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const SHOWN = 6;
const FRESH = 60_000;

const postsFoundQuery = (search: string) =>
  queryOptions({
    queryKey: ["admin", "editor", "link", search],
    queryFn: async () => (await body(adminApi.posts.$get({ query: query({ search, limit: SHOWN }) }))).items,
    staleTime: FRESH,
    placeholderData: keepPreviousData,
  });

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
  linkAddress(typed) !== null || /^[/#]/.test(typed.trim()) || LINK_SCHEME.test(typed.trim()) ? "" : typed.trim().slice(0, 200);

function usePaused(words: string): string {
  const [paused, setPaused] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return paused;
}

function PostSearch({ value, error, onChange, onPick }: PostSearchProps) {
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
        label="URL"
        name="href"
        value={value}
        error={error}
        hint="Another page, a section of this one (#…), an email address, or part of a post’s title"
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
            <bdi>{post.title}</bdi>
            {post.status === "published" ? null : <span className="post-search-status">{post.status}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * The address of a link as it was typed. Completes `example.com` and `ada@example.com`.
 * @returns null if an article can't link to it
 */
export function linkAddress(typed: string): string | null {
  const address = typed.trim();
  if (/^(?:tel|sms):./i.test(address)) return safeLink(address.replace(/\s/g, ""));
  const isWhole = LINK_SCHEME.test(address) && !/^https?:(?!\/\/[^\s/])|:$/i.test(address);
  if (isWhole || /^(?:\/(?!\/)|#.)/.test(address)) return safeLink(/\s/.test(address) ? encodeURI(address) : address);
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`;
  if (/^[^\s/:@]+\.[a-z]{2,}(:\d+)?([/?#]\S*)?$/i.test(address)) return `https://${address}`;
  return null;
}

/** Asks for the address of a link. Without a selection, the link's text is the one typed here, or else the address. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [href, setHref] = useState(() => String(editor.getAttributes("link").href ?? ""));
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const asksForText = editor.state.selection.empty && !editor.isActive("link");

  const close = () => {
    onClose();
    editor.commands.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const address = linkAddress(href);
    if (address === null) return setError("The URL must begin with https://, http://, mailto:, tel:, / or #");
    const chain = editor.chain().focus();
    if (asksForText) {
      const marks = [{ type: "link", attrs: { href: address } }];
      chain
        .insertContent({ type: "text", text: text.trim() || href.trim(), marks })
        .unsetMark("link")
        .run();
    } else chain.extendMarkRange("link").setLink({ href: address }).run();
    close();
  };

  return (
    <Dialog title={editor.isActive("link") ? "Edit link" : "Add link"} open onClose={close} size="small">
      <form className="form" noValidate onSubmit={submit}>
        <PostSearch
          value={href}
          error={error}
          onChange={(typed) => {
            setHref(typed);
            setError(undefined);
          }}
          onPick={({ slug, title }) => {
            setHref(routes.story(slug));
            setError(undefined);
            setText((before) => before || title);
          }}
        />
        {asksForText ? (
          <Field label="Text" name="text" value={text} autoComplete="off" onChange={({ target }) => setText(target.value)} />
        ) : null}
        <div className="form-buttons">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button-solid">
            Save link
          </button>
        </div>
      </form>
    </Dialog>
  );
}
