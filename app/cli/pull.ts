import { listNames } from "./folder.ts";
import { hashOf, withOwnFields } from "./post-text.ts";
import { Problem, say } from "./problems.ts";
import {
  fetchPictures,
  hasMore,
  isDiscarded,
  isSameBody,
  leave,
  leaveDiscarded,
  localOf,
  newPath,
  type PostFile,
  type Reference,
  readTexts,
  reportConflict,
  saysTheSame,
  takeText,
  type Work,
} from "./work.ts";

/** What became of a post, for the last line. */
type Outcome = "new" | "changed" | "same" | "left";

/** Whether the site has something that the folder doesn't know. */
function isNews({ state }: Work, { id, version }: Reference): boolean {
  const known = state.posts[id];
  // Somebody's push was interrupted: the next one ends it.
  return known?.version !== version && known?.version !== 0;
}

async function take(work: Work, file: PostFile): Promise<Outcome> {
  const { state } = work;
  const known = state.posts[file.id];
  const local = localOf(work, file.id);
  if (local?.problem) return "left";
  if (!local) {
    const path = known?.path ?? newPath(work, file);
    await takeText(work, file, path, file.text, null);
    if (known) say(`${path}: deleted here, and changed on the site; it is here again.`);
    return "new";
  }
  const base = await state.base(file.id);
  const isUntouched = known !== undefined && local.hash === known.hash;
  // The site's text comes from this one, whose links and pictures of the folder stay.
  const ownBody = isUntouched && base !== null && isSameBody(base, file.text);
  const merged = withOwnFields(file.text, local.text, base, { ownBody });
  const isExpected = known?.edit ? saysTheSame(merged, local.text) : ownBody || !hasMore(local, base);
  if (hashOf(merged) === local.hash) await takeText(work, file, local.path, local.text, local.text);
  else if (isUntouched && isExpected) await takeText(work, file, local.path, merged, local.text);
  // A copy of the folder that has lost its memory: the change is from here.
  else if (!known && local.version === file.version)
    await state.agree(file.id, { path: local.path, version: file.version, hash: hashOf(merged) }, file.text);
  else {
    const why = known?.edit
      ? "you had staged changes of it, and the site has another text now"
      : "changed on the site, whose version lacks what only the file has (links and pictures of the folder)";
    await reportConflict(work, local, file, isUntouched ? why : undefined);
    return "left";
  }
  return hashOf(merged) === local.hash ? "same" : "changed";
}

/** Files of posts that aren't on the site any more. */
async function settleGone(work: Work, deletes: boolean, remove: (path: string) => Promise<void>): Promise<number> {
  let removed = 0;
  for (const [id, known] of Object.entries(work.state.posts)) {
    if (known.version === 0 || work.remote.has(id)) continue;
    const local = localOf(work, id);
    if (!local) await work.state.forget(id);
    else if (local.hash !== known.hash)
      leave(work, local.path, "deleted on the site, and changed here. Remove the line `id` to make it a new post.");
    else if (deletes) {
      await remove(local.path);
      await work.state.forget(id);
      removed += 1;
    } else say(`${local.path}: deleted on the site (pull --delete removes the file).`);
  }
  return removed;
}

/** Writes what has changed on the site, and nothing that would be lost by it. */
export async function pull(
  work: Work,
  { deletes, remove }: { deletes: boolean; remove(path: string): Promise<void> },
): Promise<void> {
  const { state, remote, locals } = work;
  for (const { path, problem } of locals) if (problem) leave(work, path, problem);
  const counts: Record<Outcome, number> = { new: 0, changed: 0, same: 0, left: 0 };
  const news = [...remote.values()].filter((one) => isNews(work, one)).map(({ id }) => id);
  const names = new Set(news.length > 0 ? await listNames(work.root) : []);
  for await (const files of readTexts(work, news)) {
    await fetchPictures(
      work,
      files.map(({ text }) => text),
      names,
    );
    for (const file of files)
      try {
        counts[await take(work, file)] += 1;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        leave(work, localOf(work, file.id)?.path ?? file.slug, error.message);
      }
    await state.save();
  }
  for (const { id, path } of locals) if (id && isDiscarded(state.posts[id], remote.get(id))) leaveDiscarded(work, path);
  const moved = locals.filter(({ id, path, problem }) => id && !problem && state.posts[id] && state.posts[id]?.path !== path);
  for (const { id, path } of moved) (state.posts[id as string] as { path: string }).path = path;
  const removed = await settleGone(work, deletes, remove);
  await state.save();
  say(
    `${counts.new} new, ${counts.changed} changed${removed > 0 ? `, ${removed} removed` : ""}${work.left > 0 ? `, ${work.left} left for you` : ""}; ${remote.size} on the site.`,
  );
}
