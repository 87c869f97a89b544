import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { CategoryRef } from "../../../domain/categories/category.ts";
import { mediaAt } from "../../../domain/media/media-rules.ts";
import { ARTICLE_FIELDS } from "../../../domain/posts/post.ts";
import { DEFAULT_READ_TIME } from "../../../domain/posts/post-rules.ts";
import type { Heading, Post } from "../../../domain/posts/post-shapes.ts";
import { pick } from "../../../domain/schema-fields.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../../account/frame/failure.ts";
import { ApiContext, useSite } from "../../data.ts";
import { mediaItemQuery } from "../media/queries.ts";
import { type PostValues, tagNames } from "./form-input.ts";
import { previewApi } from "./preview-api.ts";
import { previewQuery } from "./queries.ts";

/** An iframe, so that the article has the width of the device. Sizes in pixels. */
type PreviewWindowProps = { title: string; width: number; grows: boolean; children: ReactNode };

const styleSheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);

function imitateRoot(root: HTMLElement): void {
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value);
}

/** A preview leads nowhere and does nothing, except to the places within itself. */
function holdStill(inside: Document): void {
  const stop = (event: Event) => {
    const target = event.target as Element | null;
    const link = target?.closest("a");
    if (!link && !target?.closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
    const anchor = link?.getAttribute("href");
    if (anchor?.startsWith("#")) inside.getElementById(anchor.slice(1))?.scrollIntoView();
  };
  inside.addEventListener("click", stop, { capture: true });
  inside.addEventListener("submit", (event) => event.preventDefault(), { capture: true });
}

function furnish(inside: Document, title: string): void {
  imitateRoot(inside.documentElement);
  inside.title = title;
  inside.body.className = document.body.className;
  for (const href of styleSheets()) {
    const link = inside.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    inside.head.append(link);
  }
  holdStill(inside);
}

/** Shows its children as a page of the given width, scaled down where there is less room. `grows`: it takes all the room there is. */
function PreviewWindow({ title, width, grows, children }: PreviewWindowProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(width);

  const settle = useCallback(() => {
    const inside = frame.current?.contentDocument;
    if (inside?.title !== "") return;
    furnish(inside, title);
    setBody(inside.body);
  }, [title]);
  useEffect(() => {
    settle();
    const theme = new MutationObserver(() => {
      if (frame.current?.contentDocument) imitateRoot(frame.current.contentDocument.documentElement);
    });
    theme.observe(document.documentElement, { attributes: true });
    return () => theme.disconnect();
  }, [settle]);

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [width]);

  const shown = grows ? Math.max(width, room) : width;
  const scale = Math.min(1, room / shown);
  return (
    <div className="preview-box" ref={box}>
      <div className="preview-shell" data-framed={!grows} style={{ width: shown * scale }}>
        {/* Some browsers lay out a new empty document once it has loaded. */}
        <iframe
          ref={frame}
          title={title}
          onLoad={settle}
          style={{ width: shown, transform: `scale(${scale})`, height: `${100 / scale}%` }}
        />
      </div>
      {body ? createPortal(children, body) : null}
    </div>
  );
}

type Rendered = { content_html: string; headings: Heading[]; read_time: number };

/** Values of the article that are not in the form. */
type Surroundings = { id: string; category: CategoryRef | null; author: string | null; publishedAt: string | null };

/** The article as its page would be given it; five minutes while there is nothing to read. */
export function previewPost(values: PostValues, rendered: Rendered, { id, category, author, publishedAt }: Surroundings): Post {
  const now = new Date().toISOString();
  return {
    id,
    ...pick(values, ARTICLE_FIELDS),
    ...(values.language && { language: values.language }),
    title: values.title.trim() || "Untitled",
    description: values.description.trim() || values.excerpt.trim(),
    featured_image_url: values.featured_image,
    category,
    author: { full_name: author, bio: "", bio_html: "" },
    read_time: rendered.content_html === "" ? DEFAULT_READ_TIME : rendered.read_time,
    views_count: 0,
    likes_count: 0,
    comments_count: 0,
    comments_open: true,
    published_at: publishedAt ?? now,
    first_published_at: publishedAt ?? now,
    updated_at: now,
    tags: tagNames(values.tags).map((name) => ({ name, slug: name.toLowerCase().replace(/\s+/g, "-") })),
    content_html: rendered.content_html,
    headings: rendered.headings,
    previous: null,
    next: null,
    related: [],
  };
}

/** The article page's own component, in the article page's own chunk: a preview brings none of it along. */
const Article = lazy(async () => ({ default: (await import("../../public/story/page.tsx")).Article }));

const OwnPage = lazy(async () => ({ default: (await import("../../public/own-page/own-page.tsx")).OwnPage }));

const Shown = ({ post }: { post: Post }) => (post.kind === "page" ? <OwnPage page={post} /> : <Article post={post} />);

/** Widths of the pages that are shown, in pixels. */
const WIDTHS = [
  ["Desktop", 1280],
  ["Phone", 390],
] as const;

const NOTHING = { content_html: "", headings: [], read_time: 0 };

/** A separate query cache, because a preview must not replace published articles in the cache. */
function usePreviewClient() {
  const site = useSite();
  return useMemo(() => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(["site"], site);
    return client;
  }, [site]);
}

export function Preview({ values, surroundings }: { values: PostValues; surroundings: Surroundings }) {
  const [width, setWidth] = useState<number>(WIDTHS[0][1]);
  const client = usePreviewClient();
  const { data, error, refetch } = useQuery({
    ...previewQuery(values.content, values.content_format),
    enabled: values.content.trim() !== "",
  });
  const picture = mediaAt(values.featured_image ?? "");
  const { data: media } = useQuery({ ...mediaItemQuery(picture?.id ?? ""), enabled: picture !== null });
  const rendered = values.content.trim() === "" ? NOTHING : data;
  return (
    <div className="preview">
      <ButtonGroup className="segments" aria-label="Width of the preview">
        {WIDTHS.map(([label, pixels]) => (
          <button key={label} type="button" aria-pressed={pixels === width} onClick={() => setWidth(pixels)}>
            {label}
          </button>
        ))}
      </ButtonGroup>
      {error ? (
        <div className="form-alert" role="alert">
          <p>{messageOf(error, "The preview could not be made. Please try again.")}</p>
          <button type="button" className="small-button" onClick={() => void refetch()}>
            Try Again
          </button>
        </div>
      ) : null}
      {rendered ? (
        <Suspense fallback={<Spinner label="Loading..." />}>
          <PreviewWindow title="Preview of the article" width={width} grows={width === WIDTHS[0][1]}>
            <QueryClientProvider client={client}>
              <ApiContext value={previewApi}>
                <Suspense>
                  <div>
                    <Shown
                      post={{
                        ...previewPost(values, rendered, surroundings),
                        ...(media && { featured_image_focus: media.focus }),
                      }}
                    />
                  </div>
                </Suspense>
              </ApiContext>
            </QueryClientProvider>
          </PreviewWindow>
        </Suspense>
      ) : error ? null : (
        <Spinner label="Loading..." />
      )}
    </div>
  );
}
