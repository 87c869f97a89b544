import type { Conversion } from "./convert-liquid.ts";

const TARGET = /[{|](filename|static|attach|photo|image|thumbnail|index|archives|category|tag|author)[}|]([^\s()<>"'|]{0,500})/g;
const NIKOLA = /\blink:\/\/(slug|filename|tag|category)\/([^\s()<>"']{1,500})/g;

/** Pelican's links within a site (`{filename}/first.md`, `{static}/images/dawn.jpg`), and Nikola's (`link://slug/first`). */
export function convertInternalLinks(text: string, { link, blog: { generator } }: Pick<Conversion, "link" | "blog">): string {
  const linked = (target: string) => {
    const path = link(target);
    return path === null ? null : path + (/#.*$/.exec(target)?.[0] ?? "");
  };
  if (generator === "nikola")
    return text.replace(NIKOLA, (_, kind: string, target: string) =>
      kind === "tag" || kind === "category" ? `/categories/${target}/` : (linked(target) ?? `/${target}`),
    );
  if (generator !== "pelican") return text;
  return text.replace(TARGET, (_, kind: string, target: string) => {
    if (kind === "filename") return linked(target) ?? target;
    if (kind === "index") return "/";
    if (kind === "archives") return "/archives.html";
    return /^(?:category|tag|author)$/.test(kind) ? `/${kind}/${target.replace(/^\//, "")}.html` : target;
  });
}
