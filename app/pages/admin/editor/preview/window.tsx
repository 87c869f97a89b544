import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** A window of its own within the page, so that the article meets the width it would have; sizes in pixels. */
type PreviewWindowProps = { title: string; width: number; children: ReactNode };

/** The page's own style sheets, in their order; they come from the cache. */
const styleSheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) => href);

/** Takes over what the page's root says: language, theme, classes. */
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

/** Shows its children as a page of the given width, scaled down where there is less room. */
export function PreviewWindow({ title, width, children }: PreviewWindowProps) {
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

  const scale = Math.min(1, room / width);
  return (
    <div className="preview-box" ref={box}>
      <div className="preview-shell" style={{ width: width * scale }}>
        {/* Some browsers lay out a new empty document once it has loaded. */}
        <iframe
          ref={frame}
          title={title}
          onLoad={settle}
          style={{ width, transform: `scale(${scale})`, height: `${100 / scale}%` }}
        />
      </div>
      {body ? createPortal(children, body) : null}
    </div>
  );
}
