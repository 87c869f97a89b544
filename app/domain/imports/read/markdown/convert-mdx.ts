import { attributesOf, replaceBetween } from "../convert-html.ts";
import type { Conversion } from "./convert-liquid.ts";
import { addressOfMedia } from "./write-pieces.ts";

const IMPORT = /^import\s+(?:([\w$]{1,80})|[^'"\n]{0,500}?)\s*(?:from\s*)?["']([^"'\n]{1,300})["'];?[ \t]*$/;

function withoutModules(text: string): { text: string; files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>();
  const lines: string[] = [];
  let isInside = false;
  let isAfterBlank = true;
  for (const line of text.split("\n")) {
    const isBlank = line.trim() === "";
    if (isInside) {
      isInside = !isBlank;
      continue;
    }
    const [, name, file] = IMPORT.exec(line) ?? [];
    if (name && file) files.set(name, file);
    const isModule =
      isAfterBlank &&
      /^(?:import\s+(?:["'{*]|[\w$]{1,80}\s*(?:,|\sfrom\b))|export\s+(?:const|let|var|default|function|async|class|\{|\*))/.test(
        line,
      );
    if (isModule || (file !== undefined && lines.every((one) => one.trim() === ""))) {
      isInside = file === undefined && !/;\s*$/.test(line);
      isAfterBlank = true;
      continue;
    }
    isAfterBlank = isBlank;
    lines.push(line);
  }
  return { text: lines.join("\n"), files };
}

const COMPONENT = /<(\/?)([A-Z][\w.]{0,60})((?:\s[^<>]{0,2000})?)\/?>/g;
const PLAIN = /^(?:Fragment|Link|A|Content|Center|Box)$/;

/** Components other than pictures and players are removed and reported; their contents stay. @param source without code */
export function convertMdx(source: string, { pieces, report, place }: Conversion): string {
  const { text, files } = withoutModules(source);
  return replaceBetween(text, /\{\/\*/, /\*\/\}/, () => "").replace(COMPONENT, (_, slash: string, name: string, rest: string) => {
    if (slash) return "";
    const attributes = attributesOf(rest);
    const imported = /\bsrc\s*=\s*\{\s*([\w$]{1,80})(?:\.src)?\s*\}/.exec(rest)?.[1];
    const source = (imported && files.get(imported)) ?? attributes.src ?? "";
    if (/image|img|picture|figure|photo/i.test(name) && source && !source.startsWith("{"))
      return pieces.picture(source, attributes.alt ?? "", attributes.caption);
    const id = (
      attributes.id ??
      attributes.videoid ??
      attributes.youtubeid ??
      attributes.tweetid ??
      attributes.url ??
      ""
    ).replace(/^\{|\}$/g, "");
    const address = addressOfMedia(/youtube|vimeo|tweet|gist/i.exec(name)?.[0] ?? name, id);
    if (address) {
      report("changed", place, `A player [${name}] was replaced by a link to ${address}.`);
      return pieces.link(address);
    }
    if (!PLAIN.test(name)) report("dropped", place, `The component [${name}] isn’t supported and was left out.`);
    return "";
  });
}
