import { withAdvisoryLock } from "../../platform/database/advisory-lock.ts";
import { forgetLook } from "../appearance/adopt-look.ts";
import type { AuditActor } from "../audit/record-audit.ts";
import type { Context } from "../context.ts";
import { discardMedia } from "../media/delete-media.ts";
import { forgetNavigation } from "../navigation/adopt-navigation.ts";
import { CONTENT_WRITES } from "../posts/edit-rules.ts";
import { forgetFeaturedOrder } from "../posts/featured/adopt-featured-order.ts";
import { deletePosts, holdComments } from "../posts/post-writes.sql.ts";
import { forgetAdopted } from "../settings/adopt-settings.ts";
import { forgetWords } from "../words/adopt-words.ts";
import type { ImportJob } from "./import-job.ts";
import type { Thing } from "./import-rules.ts";
import { takenIds } from "./imported.sql.ts";
import { adoptedSettings } from "./imports.sql.ts";
import type { Report } from "./items.ts";
import { SETTINGS } from "./plan-import.ts";
import { Notes } from "./report.ts";
import { restoreReplaced } from "./restore-replaced.ts";
import {
  type AddedPost,
  addedPostIds,
  addedThings,
  commentIds,
  countUndoable,
  deleteEmptyCategories,
  deleteUnansweredComments,
  deleteUnchangedRedirects,
  deleteUnusedAccounts,
  deleteUnusedTags,
  forgetImport,
  forgetItems,
  type ItemKind,
  lockAdded,
  namesOf,
  releaseItems,
} from "./undo.sql.ts";

type Db = Context["db"];

const POSTS = 100;
const THINGS = 500;
const PICTURES = 50;

type Batch = { settled: number; notes: Notes };
type Phase = (job: ImportJob) => Promise<Batch>;

const stays = (report: Report, place: string, why: string) => report("kept", place, `${why}: it stays.`);

function reasonToStay({ is_edited, is_staged, is_commented }: AddedPost): string | null {
  if (is_edited) return "It was edited here since it was imported";
  if (is_staged) return "It has unpublished changes here";
  return is_commented ? "Readers have commented on it here" : null;
}

const removePosts: Phase = async ({ ctx, id }) => {
  const ids = await addedPostIds(ctx.db, id, POSTS);
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const notes = new Notes();
    await holdComments(db, ids);
    const posts = await lockAdded(db, id, ids);
    const [staying, gone] = [posts.filter(reasonToStay), posts.filter((post) => reasonToStay(post) === null)];
    for (const post of staying) stays(notes.report, `post “${post.title}”`, reasonToStay(post) ?? "");
    const idsOf = (some: AddedPost[]) => some.map((post) => post.id);
    let settled = 0;
    if (gone.length > 0) {
      const comments = await commentIds(db, idsOf(gone));
      await deletePosts(db, idsOf(gone));
      settled += await forgetItems(db, id, [...idsOf(gone), ...comments]);
      notes.remove("comments", comments.length);
    }
    if (staying.length > 0) settled += await releaseItems(db, id, [...idsOf(staying), ...(await commentIds(db, idsOf(staying)))]);
    notes.remove("posts", gone.length);
    notes.count("posts", "unchanged", staying.length);
    return { settled, notes };
  });
};

type Removal = {
  kind: ItemKind;
  thing: Thing;
  limit: number;
  why: string;
  /** @returns the ids that are gone. Called within `inside`, if there is one */
  remove(db: Db, ids: string[], job: ImportJob): Promise<string[]>;
  lock: string | null;
};

const removeThings =
  ({ kind, thing, limit, why, remove, lock }: Removal): Phase =>
  async (job) => {
    const { ctx, id } = job;
    const ids = await addedThings(ctx.db, id, kind, limit);
    const notes = new Notes();
    if (ids.length === 0) return { settled: 0, notes };
    const settle = async (db: Db): Promise<Batch> => {
      const gone = new Set(await remove(db, ids, job));
      const staying = ids.filter((one) => !gone.has(one));
      for (const name of await namesOf(db, kind, staying))
        stays(notes.report, `${thing === "pictures" ? "images" : thing}, “${name}”`, why);
      notes.remove(thing, gone.size);
      notes.count(thing, "unchanged", staying.length);
      return { settled: (await forgetItems(db, id, [...gone])) + (await releaseItems(db, id, staying)), notes };
    };
    // Files of pictures can't be brought back by a rollback: their rows are deleted in transactions of their own.
    return lock === null ? settle(ctx.db) : withAdvisoryLock(ctx.db, lock, settle);
  };

async function removePictures(_: Db, ids: string[], { ctx, tools, actor }: ImportJob): Promise<string[]> {
  const doer: AuditActor = actor.kind === "user" ? actor : { kind: "operator" };
  await discardMedia(ctx, tools.media, doer, ids);
  const left = await takenIds(ctx.db, "media", ids);
  return ids.filter((id) => !left.has(id));
}

const pictures = { thing: "pictures", limit: PICTURES, why: "A post here shows it", remove: removePictures, lock: null } as const;
const REMOVALS: Removal[] = [
  {
    kind: "comment",
    thing: "comments",
    limit: THINGS,
    why: "Readers have answered it here",
    remove: deleteUnansweredComments,
    lock: CONTENT_WRITES,
  },
  {
    kind: "redirect",
    thing: "redirects",
    limit: THINGS,
    why: "It has been changed since it was imported",
    remove: (db, ids, { id }) => deleteUnchangedRedirects(db, id, ids),
    lock: "redirects",
  },
  // Before the pictures, because a category may show one.
  {
    kind: "category",
    thing: "categories",
    limit: THINGS,
    why: "It has posts here",
    remove: deleteEmptyCategories,
    lock: CONTENT_WRITES,
  },
  { kind: "picture", ...pictures },
  { kind: "media", ...pictures },
  { kind: "tag", thing: "tags", limit: THINGS, why: "It has posts here", remove: deleteUnusedTags, lock: CONTENT_WRITES },
  {
    kind: "author",
    thing: "authors",
    limit: THINGS,
    why: "The account is in use here",
    remove: deleteUnusedAccounts,
    lock: CONTENT_WRITES,
  },
];
const restoreSettings: Phase = async ({ ctx, id, actor }) => {
  const notes = new Notes();
  const { values, ids } = await adoptedSettings(ctx.db, id);
  if (ids.length === 0) return { settled: 0, notes };
  const doer: AuditActor = actor.kind === "user" ? actor : { kind: "operator" };
  const forget = async (db: Db) => void (await forgetItems(db, id, ids));
  const looks = await forgetLook(ctx, doer, values);
  const others = [
    ...(await forgetNavigation(ctx, doer, values)),
    ...(await forgetFeaturedOrder(ctx, doer, values)),
    ...(await forgetWords(ctx, doer, values)),
  ];
  const changed = [...looks, ...others, ...(await forgetAdopted(ctx, doer, values, forget))];
  for (const name of changed) stays(notes.report, `${SETTINGS}, ${name}`, "It was changed here since it was imported");
  return { settled: ids.length, notes };
};

// The settings go before the pictures, because the look may show one.
const PHASES: Phase[] = [restoreReplaced, removePosts, restoreSettings, ...REMOVALS.map(removeThings)];

/** Undoes an import in batches and reports what stays. May be called again after an interruption. @returns whether it came to its end */
export async function carryOutUndo(job: ImportJob): Promise<boolean> {
  const { db } = job.ctx;
  const left = await countUndoable(db, job.id);
  const total = Math.max(job.total, left);
  let done = total - left;
  if (!(await job.progress(done, total))) return false;
  for (const phase of PHASES) {
    for (;;) {
      const { settled, notes } = await phase(job);
      if (settled === 0) break;
      done = Math.min(total, done + settled);
      job.note(notes);
      if (!(await job.progress(done))) return false;
    }
  }
  await forgetImport(db, job.id);
  return job.progress(total);
}
