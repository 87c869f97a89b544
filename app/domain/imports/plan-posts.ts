import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { DB } from "../../../db/schema.gen.ts";
import type { Context } from "../context.ts";
import { isReservedSlug } from "../posts/pages/page-rules.ts";
import { planOf } from "./apply-choices.ts";
import type { Severity } from "./import-rules.ts";
import { type PostHere, postsById, tagIds, takenIds, takenSlugs } from "./imported.sql.ts";
import { type KnownItem, knownItems } from "./imports.sql.ts";
import type { ImportedPicture, ImportedPost, Report } from "./items.ts";
import { type MissingPicture, stillMissing } from "./pictures.sql.ts";
import type { Notes } from "./report.ts";

type Db = Kysely<DB>;

const SLUG_MAX = 254;
const KEY_MAX = 500;

/** `plan`: when it is published. `update` names the post here, and its version after the last import. */
export type PlannedPost = { post: ImportedPost; hash: string; slug: string; plan?: Date | null } & (
  | { action: "add" }
  | { action: "update"; id: string; version: number }
);

export type PostsHere = {
  /** items of earlier imports, by key */
  known: ReadonlyMap<string, Pick<KnownItem, "entity_id" | "hash" | "version">>;
  /** posts by id; null for those in the trash */
  posts: ReadonlyMap<string, PostHere | null>;
  /** ids of posts that weren't imported */
  taken: ReadonlySet<string>;
  /** slugs that are in use, by which `giveSlug` finds a free one */
  slugs: ReadonlySet<string>;
};

/** Shows whether the post has changed in the file since the last import; the choices show in its status. */
const hashOf = ({ place: _, oldTags: __, otherLanguage: ___, isUndated: ____, ...post }: ImportedPost): string =>
  createHash("sha256").update(JSON.stringify(post)).digest("base64url");

const picturesOf = ({ pictures, featuredPicture }: ImportedPost): ImportedPicture[] =>
  featuredPicture ? [...pictures, { written: "", address: featuredPicture }] : pictures;

/** A taken slug gets a number at its end, which is reported. A page can't have an address of the product either. */
export function giveSlug(
  { kind, slug, place }: Pick<ImportedPost, "kind" | "slug" | "place">,
  isUsed: (slug: string) => boolean,
  report: Report,
) {
  const isReserved = kind === "page" && isReservedSlug(slug);
  let given = slug;
  for (let n = 2; isUsed(given) || (isReserved && given === slug); n++)
    given = `${slug.slice(0, SLUG_MAX - String(n).length - 1)}-${n}`;
  if (given === slug) return given;
  const why = isReserved ? `The URL “/${slug}” belongs to the site itself` : `Another post has the slug “${slug}”`;
  report("changed", place, `${why}; it has “${given}” here.`);
  return given;
}

const plain = (title: string) => title.toLowerCase().replace(/\s+/g, "");
const seconds = (dates: (Date | null)[]) => dates.flatMap((date) => (date ? [Math.floor(date.getTime() / 1000)] : []));

/** Each blog counts its posts from 1. */
const IS_COUNTED = /^post:\d{1,9}$/;

const slugsOf = ({ slug, oldSlugs, paths }: ImportedPost): string[] => [
  slug,
  ...oldSlugs,
  ...paths.flatMap((path) => path.split("/").findLast((part) => part !== "") ?? []),
];

/** For a post that the old blog only knew by its number, the date isn't enough. */
function isSame(post: ImportedPost, now: PostHere): boolean {
  if (plain(post.title) === plain(now.title) || slugsOf(post).includes(now.slug)) return true;
  const dates = seconds([now.created_at, now.published_at]);
  return (
    (post.status === "draft" || !IS_COUNTED.test(post.key)) &&
    seconds([post.created_at, post.published_at]).some((second) => dates.includes(second))
  );
}

/** Posts whose keys belong to other articles get new keys. @param seen keys of posts that came earlier in the file */
export function withOwnKeys(
  posts: ImportedPost[],
  { known, posts: here }: Pick<PostsHere, "known" | "posts">,
  seen: ReadonlySet<string>,
  report: Report,
): ImportedPost[] {
  const seenKeys = new Set(seen);
  return posts.map((post) => {
    const isFirst = !seenKeys.has(post.key);
    seenKeys.add(post.key);
    const before = known.get(post.key);
    const now = before && here.get(before.entity_id);
    if (!isFirst || !before || !now || before.hash === hashOf(post) || isSame(post, now)) return post;
    report(
      "changed",
      post.place,
      `An earlier import brought another article (“${now.title}”) under this number. Both are here; if the file is of another blog, choose “Another blog”.`,
    );
    return { ...post, key: `${post.key} ${post.slug}`.slice(0, KEY_MAX) };
  });
}

/** @param seen keys of posts that came earlier in the file; `given`: slugs that they get. Both grow */
export function decidePosts(
  posts: ImportedPost[],
  here: PostsHere,
  { seen, given }: { seen: Set<string>; given: Set<string> },
  { report, count }: Pick<Notes, "report" | "count">,
): PlannedPost[] {
  const skip = (severity: Severity) => (post: ImportedPost, sentence: string) => {
    report(severity, post.place, sentence);
    count("posts", "skipped");
    return [];
  };
  const keep = skip("kept");
  const decide = (post: ImportedPost): PlannedPost[] => {
    const hash = hashOf(post);
    const before = here.known.get(post.key);
    const now = before && here.posts.get(before.entity_id);
    if (now === null) return keep(post, "It is in the trash here and stays there.");
    if (before && now) {
      if (before.hash === hash) {
        count("posts", "unchanged");
        return [];
      }
      if (now.version === before.version) return [{ action: "update", post, hash, id: before.entity_id, ...now }];
      return keep(post, "It changed there, but was edited here after the import. The version here stays.");
    }
    if (post.id && here.taken.has(post.id)) return keep(post, "It is already here and stays as it is.");
    const slug = giveSlug(post, (one) => here.slugs.has(one) || given.has(one), report);
    given.add(slug);
    return [{ action: "add", post, hash, slug }];
  };
  return posts.flatMap((post) => {
    const isFirst = !seen.has(post.key);
    seen.add(post.key);
    if (isFirst) return decide(post);
    report("dropped", post.place, "It is in the file twice. The first one is used.");
    count("posts", "skipped");
    return [];
  });
}

async function postsHere(db: Db, source: string, posts: ImportedPost[]): Promise<PostsHere> {
  const known = await knownItems(
    db,
    source,
    posts.map(({ key }) => key),
  );
  const fresh = posts.filter(({ key }) => !known.has(key));
  const here = await postsById(
    db,
    [...known.values()].map(({ entity_id }) => entity_id),
  );
  // Reading the taken slugs is costly, so only for posts that are added.
  const added = posts.filter(({ key }) => !here.has(known.get(key)?.entity_id ?? ""));
  return {
    known,
    posts: here,
    taken: await takenIds(
      db,
      "posts",
      fresh.flatMap(({ id }) => id ?? []),
    ),
    slugs: await takenSlugs(
      db,
      added.map(({ slug }) => slug),
    ),
  };
}

export const missingOf = (post: ImportedPost, post_id: string): MissingPicture[] =>
  picturesOf(post).map((picture) => ({ ...picture, post_id, place: post.place }));

function lackedPictures(db: Db, source: string, posts: ImportedPost[], planned: PlannedPost[], here: PostsHere) {
  const changed = new Set(planned.map(({ post }) => post));
  const standing = posts.filter((post) => !changed.has(post));
  const pictures = standing.flatMap((post) => missingOf(post, here.known.get(post.key)?.entity_id ?? ""));
  return stillMissing(
    db,
    source,
    pictures.filter(({ post_id }) => here.posts.get(post_id)),
  );
}

/** `lacked`: pictures of posts that stay as they are; `addresses`: of all pictures, each once in the file. */
type PlannedBatch = {
  posts: PlannedPost[];
  lacked: MissingPicture[];
  addresses: string[];
  newTags: number;
  notes: Notes;
};

/** Remembers keys, slugs, tags and pictures of earlier batches, which may not be stored yet. */
export function createPostPlan({ db, clock }: Pick<Context, "db" | "clock">, source: string, newTags: { slug: string }[]) {
  const memory = { seen: new Set<string>(), given: new Set<string>() };
  const tags = new Set(newTags.map(({ slug }) => slug));
  const addresses = new Set<string>();
  const ownPosts = async (posts: ImportedPost[], report: Report) => {
    const here = await postsHere(db, source, posts);
    const own = withOwnKeys(posts, here, memory.seen, report);
    return { own, here: own.every((post, index) => post === posts[index]) ? here : await postsHere(db, source, own) };
  };
  return {
    addresses,
    passOver: (posts: ImportedPost[]): void => {
      for (const { key } of posts) memory.seen.add(key);
    },
    next: async (posts: ImportedPost[], notes: Notes): Promise<PlannedBatch> => {
      const { own, here } = await ownPosts(posts, notes.report);
      const planned = decidePosts(own, here, memory, notes);
      const lacked = await lackedPictures(db, source, own, planned, here);
      const all = new Set([...planned.flatMap(({ post }) => picturesOf(post)), ...lacked].map(({ address }) => address));
      const fresh = [...all].filter((address) => !addresses.has(address));
      for (const address of fresh) addresses.add(address);
      const wanted = new Set(planned.flatMap(({ post }) => post.tags.map(({ slug }) => slug)).filter((slug) => !tags.has(slug)));
      const tagsHere = await tagIds(db, [...wanted]);
      for (const slug of wanted) tags.add(slug);
      const withPlans = planned.map((one) => ({ ...one, plan: planOf(one.post, clock.now(), notes.report) }));
      return { posts: withPlans, lacked, addresses: fresh, newTags: wanted.size - tagsHere.size, notes };
    },
  };
}
