import { FILES_AT_ONCE } from "../domain/post-files/post-file-rules.ts";
import { showThree } from "./compare-texts.ts";
import { type Local, POSTS, readFolder, stemOf, writeText, writeWhole } from "./folder.ts";
import { hashOf, partsOf, plain, withOwnFields } from "./post-text.ts";
import { Problem, say } from "./problems.ts";
import type { Site } from "./site.ts";
import type { Known, State } from "./state.ts";

/** A post of the site, without and with its text. */
export type Reference = { id: string; version: number; edit_version: number; slug: string; kind: "post" | "page" };
/** `staged`: the text waits next to the post. */
export type PostFile = Reference & { text: string; staged?: boolean };

/** What a command works with: the folder, what it remembers, and what the site has now. */
export type Work = {
  root: string;
  site: Site;
  state: State;
  locals: Local[];
  remote: Map<string, Reference>;
  /** what only those who publish may change is theirs to change */
  canPublish: boolean;
  /** what they change of published posts is staged if they can't publish */
  canStage: boolean;
  /** files that need somebody to look at them */
  left: number;
};

export async function beginWork(root: string, site: Site, state: State): Promise<Work> {
  const list = await site.ask<{ items: Reference[]; can_publish: boolean; can_stage: boolean }>("GET", "/api/admin/post-files");
  const remote = new Map(list.items.map((one) => [one.id, one]));
  const { can_publish: canPublish, can_stage: canStage } = list;
  return { root, site, state, locals: await readFolder(root), remote, canPublish, canStage, left: 0 };
}

export function leave(work: Work, path: string, why: string): void {
  work.left += 1;
  say(`${path}: ${why}`);
}

/** The file of a post. A new one is found by its path while its creation isn't certain. */
export const localOf = ({ locals, state }: Work, id: string): Local | undefined =>
  locals.find((local) => local.id === id) ??
  locals.find(
    ({ path, id: other, problem }) => !other && path === state.posts[id]?.path && (problem || state.posts[id]?.version === 0),
  );

/** In as many requests as their length needs. */
export async function* readTexts({ site }: Pick<Work, "site">, ids: string[]): AsyncGenerator<PostFile[]> {
  for (let wanted = ids; wanted.length > 0; ) {
    const asked = wanted.slice(0, FILES_AT_ONCE);
    const { items } = await site.ask<{ items: PostFile[] }>("GET", `/api/admin/post-files/texts?ids=${asked.join(",")}`);
    yield items;
    const got = new Set(items.map(({ id }) => id));
    // The others are too long for this answer; if there is none at all, they were deleted meanwhile.
    wanted = [...(items.length > 0 ? asked.filter((id) => !got.has(id)) : []), ...wanted.slice(FILES_AT_ONCE)];
  }
}

export async function readText(work: Pick<Work, "site">, id: string): Promise<PostFile> {
  for await (const [file] of readTexts(work, [id])) if (file) return file;
  throw new Problem("the post isn’t on the site any more");
}

const PICTURE = /\/(media\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[0-9]{1,5}\.(?:avif|webp|jpg|png|gif))/g;

/** The pictures that texts show, unless they are among the `names` of the folder, which then has them. */
export async function fetchPictures(
  { root, site }: Pick<Work, "root" | "site">,
  texts: string[],
  names: Set<string>,
): Promise<void> {
  const wanted = new Set(
    texts.flatMap((text) => [...text.matchAll(PICTURE)].map(([, path = ""]) => path)).filter((path) => !names.has(path)),
  );
  for (const path of wanted) names.add(path);
  const waiting = [...wanted];
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const bytes = await site.download(`/${path}`);
      if (bytes) await writeWhole(root, path, bytes);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
}

/** A path that no other file has. */
export function newPath({ locals, state }: Work, { id, slug }: Reference): string {
  // Of the site's own making; a server that sends anything else gets no say in where files go.
  const name = /^[a-z0-9-]{1,240}$/.test(slug) ? slug : id;
  const taken = (path: string) =>
    locals.some((local) => local.path.toLowerCase() === path) ||
    Object.values(state.posts).some((known) => known.path.toLowerCase() === path);
  const path = `${POSTS}/${name}.md`;
  return taken(path) ? `${POSTS}/${name}-${id}.md` : path;
}

/** Writes what the site has, or only notes it if the file says so already. */
export async function takeText(work: Work, file: PostFile, path: string, text: string, before: string | null): Promise<void> {
  if (before === null || plain(before) !== plain(text)) await writeText(work.root, path, text, before ?? "");
  await agreeOn(work, file, path, text);
}

/** `text`: of the file, which comes from what the site has. */
export const agreeOn = ({ state }: Pick<Work, "state">, file: PostFile, path: string, text: string): Promise<void> =>
  state.agree(
    file.id,
    { path, version: file.version, hash: hashOf(text), ...(file.staged && { edit: file.edit_version }) },
    file.text,
  );

/** Somebody has discarded what this folder had staged: nobody else has it now. */
export const isDiscarded = (known: Known | undefined, post: Reference | undefined): boolean =>
  known?.edit !== undefined && post?.version === known.version && post.edit_version === 0;

export const leaveDiscarded = (work: Work, path: string): void =>
  leave(
    work,
    path,
    `what you had staged was discarded on the site. To stage it again: node cli.mjs push --mine ${typedPath(path)}; to take what the site has: --theirs`,
  );

const bodyOf = (text: string) => partsOf(text).body;

export const isSameBody = (one: string, other: string): boolean => bodyOf(one) === bodyOf(other);

/** Whether a file that nobody edited since has more than the site: Obsidian’s links, pictures of the folder. */
export const hasMore = (local: Local, base: string | null): boolean => base !== null && !isSameBody(local.text, base);

const withoutVersion = (text: string) => text.replace(/^(?:version|updated_at): .*\n/gm, "");
const withoutDates = (text: string) => withoutVersion(text).replace(/^(?:first_)?published_at: .*\n/gm, "");

/** Whether only dates and the version differ, as when a staged edit is published. */
export const saysTheSame = (one: string, other: string): boolean => withoutDates(plain(one)) === withoutDates(plain(other));

/** What is different, in three ways if it is known where both come from. */
export function showConflict(local: Local, known: Known | undefined, base: string | null, file: PostFile): string {
  const isBase = base !== null && known !== undefined && (local.version ?? known.version) === known.version;
  const site = withOwnFields(file.text, local.text, base);
  const from = isBase ? withOwnFields(base, local.text, file.text) : site;
  return showThree(withoutVersion(from), withoutVersion(local.text.replaceAll("\r\n", "\n")), withoutVersion(site));
}

export async function reportConflict(
  work: Work,
  local: Local,
  file: PostFile,
  why = "changed here and on the site",
): Promise<void> {
  const base = await work.state.base(file.id);
  leave(work, local.path, `${why}; nothing was written.`);
  say(showConflict(local, work.state.posts[file.id], base, file));
  say(`To decide: node cli.mjs push --mine ${typedPath(local.path)}, or --theirs.`);
}

const withSlashes = (typed: string) => typed.replaceAll("\\", "/").replace(/^\.\//, "");

const localNamed = ({ locals }: Work, wanted: string): Local | undefined =>
  locals.find(({ path }) => path === wanted || path === `${POSTS}/${wanted}` || stemOf(path) === wanted);

/** The paths of files that somebody typed; null if that was none. What isn't there is said. */
export function named(work: Work, typed: string[]): Set<string> | null {
  if (typed.length === 0) return null;
  const paths = new Set<string>();
  for (const one of typed) {
    const local = localNamed(work, withSlashes(one));
    if (local) paths.add(local.path);
    else leave(work, one, `there is no such file with a post in ${POSTS}/`);
  }
  return paths;
}

/** As a shell takes it. */
export const typedPath = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `"${path.replace(/["\\$`]/g, "\\$&")}"`);

/** What somebody typed, as the path of a post. */
export function chosen(work: Work, typed: string): { id: string; local: Local | undefined; path: string } {
  const wanted = withSlashes(typed);
  const local = localNamed(work, wanted);
  if (local?.problem) throw new Problem(local.problem);
  const id = local?.id ?? Object.keys(work.state.posts).find((one) => work.state.posts[one]?.path === (local?.path ?? wanted));
  if (!id)
    throw new Problem(local ? "the site has no post of it yet; push sends it" : `there is no such file with a post in ${POSTS}/`);
  return { id, local, path: local?.path ?? wanted };
}
