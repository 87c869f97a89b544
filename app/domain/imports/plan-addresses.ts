import { routes } from "../../routes.ts";
import type { Context } from "../context.ts";
import { deadAddresses } from "../redirects/find-dead-addresses.ts";
import { plainAddress, readableAddress, siteAddress, startAddress, startPath } from "../redirects/redirect-rules.ts";
import { tagsFromNames } from "../tags/tag-rules.ts";
import { type ImportedPost, pathHere, type Report, type Source } from "./items.ts";
import type { PlannedCategory } from "./plan-categories.ts";
import { datePaths, listPath, listPaths, ownLinks } from "./read/old-addresses.ts";
import { OWN_SOURCE } from "./read/read-own-archive.ts";

const LINKS_MAX = 50_000;
const PLACE = "lists of the old blog";

function targetOf(link: string): string | null {
  const address = siteAddress(link);
  if (!address) return null;
  const plain = plainAddress(address.path, address.rest.replace(/#.*$/s, ""));
  return plain?.start ?? (address.path === "/" ? null : address.path);
}

type OldBlog = Pick<Source, "name" | "folder" | "authors">;

type Listed = {
  categories: Set<string>;
  /** the tag here, by the old one's slug */
  tags: Map<string, string>;
  authors: Set<string>;
  dates: Set<string>;
};

/** An export may say that two categories are within each other. */
const DEPTH_MAX = 20;

/** A category without posts became a tag of its posts, or only holds others; with posts of several others it leads to all posts. */
function categoryList(
  { key, slug, name }: PlannedCategory,
  { categories, tags }: Pick<Listed, "categories" | "tags">,
  all: readonly PlannedCategory[],
  depth = 0,
): string | null {
  if (categories.has(key)) return routes.listing({ category: slug });
  const tag = tagsFromNames([name])[0]?.slug;
  if (tag !== undefined && tags.has(tag)) return routes.listing({ tag });
  if (depth > DEPTH_MAX) return null;
  const within = all.filter(({ parent }) => parent === key);
  const lists = new Set(within.flatMap((one) => categoryList(one, { categories, tags }, all, depth + 1) ?? []));
  return lists.size > 1 ? routes.listing() : ([...lists][0] ?? null);
}

function collectLists({ name, folder = "", authors }: OldBlog, categories: PlannedCategory[]) {
  const lists = listPaths(name);
  const authorSlugs = new Map(authors.map(({ key, slug }) => [key, slug]));
  // Squarespace's numbers are below zero: it has no plain addresses.
  const numbered = (what: string, number: string | undefined, to: string) => {
    const from = `${folder}/?${what}=${number}`;
    return startAddress(from) === null ? [] : [[from, to] as const];
  };
  const seen: Listed = { categories: new Set(), tags: new Map(), authors: new Set(), dates: new Set() };
  return {
    see({ category, tags, oldTags, author, published_at, created_at }: ImportedPost): void {
      if (category !== null) seen.categories.add(category);
      // Of two tags, the one that has the slug here comes first.
      for (const { slug } of tags) seen.tags.set(slug, slug);
      for (const { old, slug } of oldTags ?? []) if (!seen.tags.has(old)) seen.tags.set(old, slug);
      const authorSlug = author === null ? undefined : authorSlugs.get(author);
      if (authorSlug) seen.authors.add(authorSlug);
      const at = published_at ?? created_at;
      if (at) for (const path of datePaths(at)) seen.dates.add(folder + path);
    },
    redirects(): (readonly [from: string, to: string])[] {
      // Feeds and later pages of a blog in a folder follow its home page.
      const home = folder ? [[folder, routes.home()] as const] : [];
      if (!lists) return home;
      const pathOf = (base: string, slug: string) => folder + listPath(base, slug);
      return [
        ...home,
        ...categories.flatMap((one) => {
          const to = categoryList(one, seen, categories);
          if (to === null) return [];
          return [...lists.category.map((base) => [pathOf(base, one.key), to] as const), ...numbered("cat", one.number, to)];
        }),
        ...[...seen.tags].flatMap(([old, tag]) => lists.tag.map((base) => [pathOf(base, old), routes.listing({ tag })] as const)),
        ...[...seen.authors].flatMap((slug) => lists.author.map((base) => [pathOf(base, slug), routes.listing()] as const)),
        ...authors
          .filter(({ slug }) => slug !== undefined && seen.authors.has(slug))
          .flatMap(({ number }) => numbered("author", number, routes.listing())),
        ...(lists.hasDates ? [...seen.dates].map((path) => [path, routes.listing()] as const) : []),
      ];
    },
  };
}

/** Old addresses that redirect here, and dead links, post by post. Keeps paths, no contents. @param categories as they are here */
export function createAddressPlan(source: OldBlog, categories: PlannedCategory[]) {
  const lists = collectLists(source, categories);
  const paths = new Set<string>();
  const links = new Map<string, string[]>();
  let count = 0;

  const seeLinks = ({ content, format, place }: ImportedPost) => {
    for (const to of new Set(ownLinks(content, format).flatMap((link) => targetOf(link) ?? []))) {
      if (count >= LINKS_MAX) return;
      count += 1;
      const places = links.get(to);
      if (places) places.push(place);
      else links.set(to, [place]);
    }
  };

  return {
    see(post: ImportedPost, slug: string): void {
      if (source.name === OWN_SOURCE) return;
      // A draft with old paths was public there.
      if (post.status === "published" || post.paths.length > 0) {
        for (const path of [...post.paths, ...[slug, ...post.oldSlugs].map((one) => pathHere(post, one))]) {
          const start = startAddress(path);
          if (start !== null) paths.add(start);
        }
        // Pages were in no list there.
        if (!post.isPage) lists.see(post);
      }
      seeLinks(post);
    },

    redirects(): { from: string; to: string; place: string }[] {
      const free = lists.redirects().filter(([from]) => !paths.has(startAddress(from) ?? ""));
      for (const [from] of free) paths.add(startAddress(from) ?? "");
      return free.map(([from, to]) => ({ from, to, place: PLACE }));
    },

    /** Call it last: only then are the old addresses of all posts and lists known. */
    async reportDeadLinks(db: Context["db"], report: Report): Promise<void> {
      const targets = [...links.keys()];
      // `?p=2` may also be the second page of a page.
      const bare = targets.map(startPath).filter((path) => path !== "/");
      const dead = new Set(await deadAddresses(db, [...new Set([...targets, ...bare])], paths, source.folder));
      const isHome = (path: string) => path === "/" || path === source.folder;
      const isDead = (target: string) => dead.has(target) && (isHome(startPath(target)) || dead.has(startPath(target)));
      for (const path of targets.filter(isDead))
        for (const place of links.get(path) ?? [])
          report("changed", place, `Its link to “${readableAddress(path)}” is broken: no page here has this URL.`);
    },
  };
}

export type AddressPlan = ReturnType<typeof createAddressPlan>;
