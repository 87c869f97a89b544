import { useEffect, useMemo, useRef, useState } from "react";

export type MailTheme = "light" | "dark";

/** Where the style of an element waits: the site's content policy lets no document bring styles of its own. */
const WAITING = "data-mail-style";

const SHEET = /<style\b[^>]*>([\s\S]*?)<\/style>/gi;
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/** The mail without its styles, which only scripts of this page may apply, and its style sheets. As text: parsing it would apply them. */
function prepare(html: string): { source: string; sheets: string[] } {
  const sheets: string[] = [];
  const plain = html.replace(SHEET, (_, text: string) => {
    sheets.push(text);
    return "";
  });
  return { source: plain.replace(TAG, (tag) => tag.replace(/\sstyle=(?=["'])/i, ` ${WAITING}=`)), sheets };
}

const ABOUT_THEME = /\(\s*prefers-color-scheme\s*:\s*(\w+)\s*\)/;

/** As if the reader's system had this theme. */
function choose(rules: CSSRuleList, theme: MailTheme): void {
  for (const rule of rules) {
    if (!("media" in rule)) continue;
    const { media } = rule as CSSMediaRule;
    const wanted = ABOUT_THEME.exec(media.mediaText)?.[1];
    if (wanted) media.mediaText = media.mediaText.replace(ABOUT_THEME, wanted === theme ? "(min-width: 0)" : "(max-width: 0)");
  }
}

function dress(inside: Document, sheets: readonly string[], theme: MailTheme): void {
  const view = inside.defaultView as (Window & typeof globalThis) | null;
  if (!view) return;
  inside.documentElement.style.colorScheme = theme;
  inside.adoptedStyleSheets = sheets.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    choose(sheet.cssRules, theme);
    return sheet;
  });
  for (const element of inside.querySelectorAll<HTMLElement>(`[${WAITING}]`)) {
    element.style.cssText = element.getAttribute(WAITING) ?? "";
    element.removeAttribute(WAITING);
  }
}

type MailFrameProps = { html: string; width: number; theme: MailTheme };

/** A mail in a window of the given width, scaled down where there is less room. No script runs in it, and its links lead nowhere. */
export function MailFrame({ html, width, theme }: MailFrameProps) {
  const { source, sheets } = useMemo(() => prepare(html), [html]);
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  const settle = () => {
    const inside = frame.current?.contentDocument;
    if (inside) dress(inside, sheets, theme);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what changes; a new document calls onLoad
  useEffect(settle, [theme]);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [width]);
  const scale = Math.min(1, room / width);
  return (
    <div className="look-box" ref={box}>
      <div className="look-shell" style={{ width: width * scale }}>
        <iframe
          ref={frame}
          title="Preview of the email"
          sandbox="allow-same-origin"
          srcDoc={source}
          onLoad={settle}
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})`, colorScheme: theme }}
        />
      </div>
    </div>
  );
}
