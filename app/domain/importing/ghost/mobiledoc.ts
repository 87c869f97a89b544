import { escapeHtml } from "../html/between.ts";

/** Ghost's former editor's format, version 0.3, as far as it is read here. */
type Mobiledoc = {
  markups?: [string, string[]?][];
  atoms?: [string, string, unknown][];
  cards?: [string, Record<string, unknown>][];
  sections?: unknown[][];
};
type Marker = [number, number[], number, string | number];

const text = (value: unknown) => (typeof value === "string" ? value : "");
const TAGS = /^(?:p|h[1-6]|blockquote|aside|ul|ol|a|b|strong|i|em|s|u|code|sub|sup|mark)$/;
const nameOf = (tag: unknown, otherwise: string) => TAGS.exec(text(tag))?.[0] ?? otherwise;

function inline(markers: Marker[], { markups = [], atoms = [] }: Mobiledoc): string {
  const open: string[] = [];
  let html = "";
  for (const [kind, opened, closed, value] of markers) {
    for (const index of opened) {
      const [tag, attributes = []] = markups[index] ?? ["em"];
      const href = attributes[attributes.indexOf("href") + 1];
      const name = nameOf(tag, "span");
      html += name === "a" ? `<a href="${escapeHtml(text(href))}">` : `<${name}>`;
      open.push(name);
    }
    html +=
      kind === 1
        ? atoms[Number(value)]?.[0] === "soft-return"
          ? "<br>"
          : escapeHtml(text(atoms[Number(value)]?.[1]))
        : escapeHtml(text(value));
    for (let n = 0; n < closed && open.length > 0; n++) html += `</${open.pop()}>`;
  }
  while (open.length > 0) html += `</${open.pop()}>`;
  return html;
}

const CARDS: Record<string, (data: Record<string, unknown>) => string> = {
  image: (data) =>
    `<figure><img src="${escapeHtml(text(data.src))}" alt="${escapeHtml(text(data.alt))}">${data.caption ? `<figcaption>${text(data.caption)}</figcaption>` : ""}</figure>`,
  html: (data) => text(data.html),
  hr: () => "<hr>",
  code: (data) => `<pre><code>${escapeHtml(text(data.code))}</code></pre>`,
  bookmark: (data) => `<p><a href="${escapeHtml(text(data.url))}">${escapeHtml(text(data.url))}</a></p>`,
  embed: (data) => `<p><a href="${escapeHtml(text(data.url))}">${escapeHtml(text(data.url))}</a></p>`,
};

/**
 * A writing of Ghost's former editor: HTML, or the Markdown of its only card.
 * @returns null when it is no such writing
 */
export async function mobiledocToHtml(json: string, unknown: Set<string>): Promise<string | null> {
  try {
    const whole = JSON.parse(json) as Mobiledoc;
    if (!Array.isArray(whole.sections)) return null;
    const { markdownToHtml } = await import("../../content/markdown.ts");
    const parts = whole.sections.map((section) => {
      const [kind, first, second] = section as [number, unknown, unknown];
      if (kind === 10) {
        const [name = "", data = {}] = whole.cards?.[Number(first)] ?? [];
        if (name === "markdown" || name === "card-markdown") return markdownToHtml(text(data.markdown));
        if (!Object.hasOwn(CARDS, name)) unknown.add(name);
        return Object.hasOwn(CARDS, name) ? (CARDS[name]?.(data) ?? "") : "";
      }
      if (kind === 3) {
        const items = (second as Marker[][]).map((markers) => `<li>${inline(markers, whole)}</li>`);
        return `<${nameOf(first, "ul")}>${items.join("")}</${nameOf(first, "ul")}>`;
      }
      if (kind === 2) return `<img src="${escapeHtml(text(first))}" alt="">`;
      return `<${nameOf(first, "p")}>${inline(second as Marker[], whole)}</${nameOf(first, "p")}>`;
    });
    return parts.join("\n");
  } catch {
    return null;
  }
}
