import { createHash, randomUUID } from "node:crypto";
import { basename } from "node:path";
import { isVault, type Local, listNames, pictureAt, stemOf, textAt } from "./folder.ts";
import { fieldOf, fixedChanges, hashOf, partsOf, withOwnFields } from "./post-text.ts";
import { prepareText, type Surroundings } from "./prepare-text.ts";
import { Problem, say } from "./problems.ts";
import { Refused } from "./site.ts";
import {
  agreeOn,
  chosen,
  isDiscarded,
  leave,
  leaveDiscarded,
  localOf,
  named,
  type PostFile,
  readText,
  readTexts,
  reportConflict,
  takeText,
  typedPath,
  type Work,
} from "./work.ts";

/** `addresses`: of pictures that were uploaded, by path. */
type Push = { work: Work; around: Surroundings; addresses: Map<string, string> };

const NAME_MAX = 255;
const shaOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function surroundingsOf(work: Work, addresses: Map<string, string>): Promise<Surroundings> {
  const idOf = new Map(
    work.locals.map((local) => [
      local.path,
      local.id ?? Object.keys(work.state.posts).find((id) => work.state.posts[id]?.path === local.path),
    ]),
  );
  return {
    names: await listNames(work.root),
    isVault: await isVault(work.root),
    pageOf(path) {
      const post = work.remote.get(idOf.get(path) ?? "");
      return post ? `/${post.kind === "page" ? "" : "story/"}${post.slug}` : null;
    },
    addressOf: (path) => addresses.get(path) ?? null,
  };
}

/** Once for each content: the folder remembers what it has uploaded. @throws Problem */
async function upload({ work: { root, site, state }, addresses }: Push, path: string): Promise<void> {
  const bytes = await pictureAt(root, path);
  const sha = shaOf(bytes);
  const known = state.pictures[sha];
  if (known) return void addresses.set(path, known);
  const name = encodeURIComponent([...basename(path)].slice(-NAME_MAX).join(""));
  try {
    const { url } = await site.ask<{ url: string }>("POST", `/api/admin/media?name=${name}&sha256=${sha}`, {
      bytes,
      isRepeatable: true,
    });
    state.pictures[sha] = url;
    await state.savePictures();
    addresses.set(path, url);
    say(`${path}: uploaded.`);
  } catch (error) {
    throw error instanceof Refused ? new Problem(`${path} can’t be uploaded: ${error.message}`) : error;
  }
}

/** What goes to the site. Says first what the site won't have as the file has it. @throws Problem */
async function prepared(push: Push, local: Local, base: string | null): Promise<string> {
  const prepare = () => prepareText(local.path, local.text, base, push.around);
  const first = prepare();
  const fixed = fixedChanges(partsOf(local.text), base);
  for (const note of first.notes) say(`${local.path}: ${note}.`);
  if (fixed.length > 0) say(`${local.path}: ${fixed.join(", ")} can only be changed in the back office; the rest is sent.`);
  for (const picture of first.pictures) await upload(push, picture);
  return first.pictures.length > 0 ? prepare().text : first.text;
}

/** The file keeps its text, and gets the front matter that the site has now. */
async function keep({ work }: Push, local: Local, saved: PostFile, base: string | null): Promise<void> {
  const now = withOwnFields(saved.text, local.text, base, { ownBody: true });
  const isAsSent = hashOf((await textAt(work.root, local.path)) ?? "") === local.hash;
  // Somebody is writing on: the next push sends that, under the version that is known now.
  if (isAsSent) await takeText(work, saved, local.path, now, local.text);
  else await agreeOn(work, saved, local.path, now);
  await work.state.save();
}

/** Before pictures or texts are sent. @throws Problem */
function requireSavable({ canPublish, canStage, remote }: Work, { path, text }: Local, id: string, base: string | null): void {
  if (canPublish) return;
  const [now = "draft", before = "draft"] = [text, base ?? text].map((one) => fieldOf(partsOf(one), "status"));
  if (!remote.has(id)) {
    if (now === "published") say(`${path}: it becomes a draft, since you or your token may not publish.`);
  } else if (now !== before || (now !== "draft" && !canStage))
    throw new Problem(
      `its status ${now === before ? `is ${now}` : `would change from ${before} to ${now}`}, and you or your token may not publish; nothing was sent. A token needs the scope posts:publish for it`,
    );
}

type Outcome = "sent" | "staged" | "taken" | "same" | "left";

/** `version` of the post that the file comes from, `edit_version` of the staged edit that it replaces */
type From = { version: number; edit_version: number };

async function send(push: Push, local: Local, id: string, { version, edit_version }: From): Promise<Outcome> {
  const { work } = push;
  const { path } = local;
  const known = work.state.posts[id];
  const base = await work.state.base(id);
  requireSavable(work, local, id, base);
  const text = await prepared(push, local, base);
  // A new post whose answer was lost: nobody else knows its id.
  const isBegun = known?.version === 0 && work.remote.get(id)?.version === 1;
  const json = { text, version: isBegun ? 1 : version, edit_version, name: stemOf(path).slice(0, NAME_MAX) };
  try {
    const saved = await work.site.ask<PostFile>("PUT", `/api/admin/post-files/${id}`, { json });
    await keep(push, local, saved, base);
    if (!saved.staged) return "sent";
    say(`${path}: staged; readers see it once somebody publishes the changes in the back office.`);
    return "staged";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.code === "stale_edit")
      throw new Problem(
        `somebody has staged other changes of it in the back office; nothing was sent. Publish or discard those there, or replace them: node cli.mjs push --mine ${typedPath(path)}`,
      );
    if (error.code !== "stale_version") throw error;
    await reportConflict(work, local, await readText(work, id));
    return "left";
  }
}

/** The id is noted before it is sent, so that a lost answer makes no second post. */
async function create(push: Push, local: Local): Promise<Outcome> {
  const { state } = push.work;
  const begun = Object.keys(state.posts).find((id) => state.posts[id]?.version === 0 && state.posts[id]?.path === local.path);
  const id = begun ?? randomUUID();
  if (!begun) {
    state.posts[id] = { path: local.path, version: 0, hash: "" };
    await state.save();
  }
  try {
    return await send(push, local, id, { version: 0, edit_version: 0 });
  } catch (error) {
    if (error instanceof Problem && !push.work.remote.has(id)) {
      await state.forget(id);
      await state.save();
    }
    throw error;
  }
}

async function pushOne(push: Push, local: Local): Promise<Outcome> {
  const { work } = push;
  if (local.problem) throw new Problem(local.problem);
  if (!local.id) return create(push, local);
  const known = work.state.posts[local.id];
  const discarded = isDiscarded(known, work.remote.get(local.id));
  // Who may publish by now publishes what was staged.
  if (local.hash === known?.hash && !(known.edit && work.canPublish)) {
    if (!discarded) return "same";
    leaveDiscarded(work, local.path);
    return "left";
  }
  if (!work.remote.has(local.id))
    throw new Problem(
      "its id is of no post that this site shows you. Was it deleted there? Remove the line `id` to make it a new post",
    );
  const edit_version = discarded ? 0 : (known?.edit ?? 0);
  return send(push, local, local.id, { version: local.version ?? known?.version ?? 0, edit_version });
}

/** A copy of the folder that has lost its memory, such as a clone: what agrees with the site is noted. */
async function recall(work: Work): Promise<void> {
  const forgotten = new Map(
    work.locals.flatMap((local) =>
      local.id && !local.problem && !work.state.posts[local.id] && work.remote.has(local.id) ? [[local.id, local]] : [],
    ),
  );
  for await (const files of readTexts(work, [...forgotten.keys()])) {
    for (const file of files) {
      const local = forgotten.get(file.id) as Local;
      const merged = withOwnFields(file.text, local.text, null);
      if (hashOf(merged) === local.hash || local.version === file.version)
        await work.state.agree(file.id, { path: local.path, version: file.version, hash: hashOf(merged) }, file.text);
    }
    await work.state.save();
  }
}

/** To the trash, where the site keeps them for thirty days. */
async function trashDeleted(work: Work, deletes: boolean): Promise<number> {
  const gone = Object.entries(work.state.posts).filter(
    ([id, { version }]) => version > 0 && work.remote.has(id) && !localOf(work, id),
  );
  if (!deletes && gone.length > 0)
    say(`${gone.length} deleted here and left on the site (push --delete moves them to its trash).`);
  let moved = 0;
  for (const [id, { path, version }] of deletes ? gone : []) {
    const leaveChanged = () => leave(work, path, "deleted here, and changed on the site; pull brings it back.");
    if (work.remote.get(id)?.version !== version) {
      leaveChanged();
      continue;
    }
    try {
      await work.site.ask("DELETE", `/api/admin/posts/${id}?version=${version}`);
      await work.state.forget(id);
      await work.state.save();
      moved += 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "stale_version") leaveChanged();
      else leave(work, path, `it can’t be moved to the trash: ${error.message}`);
    }
  }
  return moved;
}

export type PushOptions = { deletes: boolean; side: "mine" | "theirs" | null; files: string[] };

/** Somebody decided: the text of one side replaces the other. */
async function decide(push: Push, side: "mine" | "theirs", typed: string): Promise<Outcome> {
  const { work } = push;
  const { id, local, path } = chosen(work, typed);
  const file = await readText(work, id);
  if (side === "mine") {
    if (!local) throw new Problem("it isn’t here");
    return send(push, local, id, file);
  }
  const text = local ? withOwnFields(file.text, local.text, await work.state.base(id)) : file.text;
  await takeText(work, file, path, text, local?.text ?? null);
  await work.state.save();
  return "taken";
}

/** Sends what has changed here, file by file; each is done or not begun when it is interrupted. */
export async function push(work: Work, { deletes, side, files }: PushOptions): Promise<void> {
  const addresses = new Map<string, string>();
  const begun: Push = { work, addresses, around: await surroundingsOf(work, addresses) };
  await recall(work);
  const counts: Record<Outcome, number> = { sent: 0, staged: 0, taken: 0, same: 0, left: 0 };
  const wanted = side ? null : named(work, files);
  const tasks: [string, () => Promise<Outcome>][] = side
    ? files.map((typed) => [typed, () => decide(begun, side, typed)])
    : work.locals.filter(({ path }) => wanted?.has(path) ?? true).map((local) => [local.path, () => pushOne(begun, local)]);
  for (const [path, task] of tasks)
    try {
      counts[await task()] += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      leave(work, path, error.message);
    }
  const moved = files.length > 0 ? 0 : await trashDeleted(work, deletes);
  const more = [
    counts.staged > 0 && `${counts.staged} staged`,
    counts.taken > 0 && `${counts.taken} taken from the site`,
    moved > 0 && `${moved} moved to the trash`,
    work.left > 0 && `${work.left} left for you`,
  ].filter(Boolean);
  say(`${[`${counts.sent} sent`, ...more].join(", ")}; ${counts.same} as they were.`);
}
