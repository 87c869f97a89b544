import { z } from "zod";
import type { Report } from "../items.ts";
import { replaceBetween } from "./convert-html.ts";
import { playerHtml } from "./convert-players.ts";

const MARK = /<!--\s{0,9}\/?wp:/;
const CODE =
  /<!-- wp:syntaxhighlighter\/code \{[^{}<>]{0,300}?"language":"([\w+#-]{1,30})"[^{}<>]{0,300}\} -->\s{0,9}<pre class="/g;
/** A gallery, whose pictures are figures (WordPress 5.9 and later). */
const GALLERY = /<figure class="wp-block-gallery[^"<>]{0,300}">(?=\s{0,9}(?:<!-- wp:image [^<>]{0,500}-->\s{0,9})?<figure\b)/g;
const QUIET = new Set(["footnotes", "more", "nextpage", "spacer", "separator", "paragraph"]);
const DEPTH_MAX = 4;
const ADDED_MAX = 1_000_000;

const attributes = z.object({ ref: z.number().optional(), url: z.string().optional() });

function attributesIn(mark: string): z.infer<typeof attributes> {
  try {
    return attributes.parse(JSON.parse(mark.slice(mark.indexOf("{"), mark.lastIndexOf("}") + 1)));
  } catch {
    return {};
  }
}

export const hasBlocks = (content: string): boolean => content.includes("<!-- wp:");

/** Block Editor Handbook, "Markup representation of a block". @param reusable HTML of reusable blocks by id */
export function convertBlocks(content: string, reusable: ReadonlyMap<string, string>, place: string, report: Report): string {
  let added = 0;
  const convert = (html: string, depth: number): string =>
    replaceBetween(
      html.replace(CODE, '<pre class="brush: $1 ').replace(GALLERY, '<figure class="gallery">'),
      MARK,
      /-->/,
      (opening, mark) => {
        if (!mark.endsWith("/") || opening.includes("/")) return "";
        const [name = ""] = /^[a-z][a-z0-9/_-]{0,100}/.exec(mark) ?? [];
        const { ref, url } = attributesIn(mark);
        if (name === "block") {
          const inner = reusable.get(String(ref));
          added += inner?.length ?? 0;
          if (inner !== undefined && depth < DEPTH_MAX && added <= ADDED_MAX) return `\n\n${convert(inner, depth + 1)}\n\n`;
          report("dropped", place, "A reusable block is missing from the export, so it isn’t imported.");
        } else if (url !== undefined && /^https?:\/\//.test(url))
          return `\n\n${playerHtml(url, `A block (${name})`, place, report)}\n\n`;
        else if (!QUIET.has(name))
          report("dropped", place, `The block “${name}” is filled in by WordPress itself, so it isn’t imported.`);
        return "";
      },
    );
  return convert(content, 0)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
