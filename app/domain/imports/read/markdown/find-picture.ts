import { posix } from "node:path";
import { cutText } from "../../../text-rules.ts";
import { decoded, decodeEntities, webAddress } from "../convert-html.ts";
import { fieldAt, textIn } from "../front-matter.ts";
import type { Blog } from "./recognize-blog.ts";

const PUBLISHED = [
  "static/",
  "public/",
  "source/",
  "src/",
  "src/assets/",
  "assets/",
  "assets/images/",
  "images/",
  "content/",
  "files/",
  "attachments/",
  "img/",
  "uploads/",
];
const IS_PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?)$/i;

/** Vaults refer to pictures by their names alone. */
function byName(files: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    const name = posix.basename(file).toLowerCase();
    if (IS_PICTURE.test(name) && !names.has(name)) names.set(name, file);
  }
  return names;
}

const pathIn = (written: string): string => decoded(written.replace(/[?#].*$/, ""));

/** @returns `find(written, entry)`: the entry within the top folder, or an address on the web, or null @param site for missing ones */
export function createPictureFinder(blog: Blog, files: ReadonlySet<string>, site: string | null) {
  const names = byName(files);
  const { root, top, basePath } = blog;

  const inArchive = (path: string, entry: string): string | null => {
    const folder = posix.dirname(entry);
    const bare = path.replace(/^\/+/, "");
    const short = basePath && path.startsWith(`${basePath}/`) ? path.slice(basePath.length + 1) : bare;
    const atRoot = [...new Set([short, bare])].flatMap((one) => [
      root + one,
      ...PUBLISHED.map((published) => root + published + one),
      top + one,
      ...PUBLISHED.map((published) => top + published + one),
      one,
    ]);
    // A post of Hexo has its pictures in a folder of its name; WordPress's exports have them in `images`.
    const own = entry.replace(/\.[a-z]+$/i, "");
    const beside = [`${folder}/${path}`, `${own}/${path}`, `${folder}/images/${path}`, posix.join(folder, "..", path)];
    const alias = /^(?:@|~)\/(.+)$/.exec(path)?.[1];
    const places = alias
      ? [`${root}src/${alias}`, `${root}${alias}`, `${root}src/assets/${alias.replace(/^assets\//, "")}`]
      : path.startsWith("/")
        ? atRoot
        : [...beside, ...atRoot];
    return places.map((place) => posix.normalize(place)).find((place) => files.has(place)) ?? null;
  };
  // The top folder's name says nothing about the blog, and may be another one the next time.
  const named = (entry: string) => entry.slice(top.length);

  const find = (written: string, entry: string): string | null => {
    if (/^https?:\/\//i.test(written) || written.startsWith("//")) {
      const url = webAddress(written, "https://x.invalid");
      // The archive often holds what the text takes from the site itself.
      const own = url && blog.site && url.host === blog.site.host ? inArchive(pathIn(url.pathname), entry) : null;
      return own === null ? (url?.href ?? null) : named(own);
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return null;
    const path = pathIn(written);
    const found = inArchive(path, entry);
    if (found) return named(found);
    if (!path.includes("/") || blog.generator === "obsidian") {
      const like = names.get(posix.basename(path).toLowerCase());
      if (like) return named(like);
    }
    return path.startsWith("/") && site ? (webAddress(written, site)?.href ?? null) : null;
  };
  return { find };
}
export type PictureFinder = ReturnType<typeof createPictureFinder>;

const inObject = (value: Record<string, unknown>): unknown =>
  value.image ?? value.src ?? value.url ?? value.path ?? value.feature ?? value.filename;

function pictureIn(value: unknown): string {
  const one = Array.isArray(value) ? value[0] : value;
  const named = one && typeof one === "object" ? inObject(one as Record<string, unknown>) : one;
  return (named && typeof named === "object" ? textIn(inObject(named as Record<string, unknown>)) : textIn(named)).replace(
    /^!?\[\[([^\]|#]{1,300})[^\]]{0,300}\]\]$/,
    "$1",
  );
}

const FIELDS =
  "featuredImage featureImage heroImage coverImage cover.image cover.src cover image ogImage socialImage header.overlay_image header.image header.teaser thumbnail thumb banner hero preview img images extra.image extra.cover_image extra.cover extra.thumbnail extra.banner params.image params.cover".split(
    " ",
  );
const ALTS =
  "featuredImageAlt heroImageAlt heroAlt coverImageAlt coverAlt cover.alt cover.caption imageAlt image.alt ogImageAlt thumbnailAlt bannerAlt header.image_description header.alt alt".split(
    " ",
  );

export function featuredIn(fields: Record<string, unknown>): { picture: string; alt: string } {
  const picture = FIELDS.map((name) => pictureIn(fieldAt(fields, name))).find(Boolean) ?? resourceIn(fields.resources);
  return { picture, alt: cutText(decodeEntities(ALTS.map((name) => textIn(fieldAt(fields, name))).find(Boolean) ?? ""), 300) };
}

/** Hugo's page resources: the one that its name or source calls the cover. */
function resourceIn(resources: unknown): string {
  const all = Array.isArray(resources)
    ? (resources as Record<string, unknown>[]).filter((one) => one && typeof one === "object")
    : [];
  const isCover = ({ name, src }: Record<string, unknown>) =>
    /feature|cover|thumb|banner|hero|header/i.test(`${textIn(name)} ${textIn(src)}`) && !textIn(src).includes("*");
  return textIn(all.find(isCover)?.src);
}
