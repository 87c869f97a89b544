import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { readMedia } from "../../media/list-media.ts";
import { renderForStorage } from "../../posts/create-post.ts";
import { CONTENT_WRITES } from "../../posts/edit-rules.ts";
import type { ContentFormat } from "../../posts/post-rules.ts";
import { storeChanges } from "../../posts/post-writes.sql.ts";
import { addRedirects } from "../../redirects/edit-redirects.ts";
import { siteAddress } from "../../redirects/redirect-rules.ts";
import { cutText } from "../../text-rules.ts";
import { bringPicture } from "../bring-picture.ts";
import { isForGood } from "../errors.ts";
import { hostOf } from "../identify-source.ts";
import type { ImportJob } from "../import-job.ts";
import { findWritings, lockWriting, recordVersion, type Writing } from "../imported.sql.ts";
import { recordItems, redirectItem } from "../imports.sql.ts";
import type { Source } from "../items.ts";
import {
  countWaiting,
  forgetPictures,
  type MissingPicture,
  storeFailures,
  takeOverPictures,
  waitingPosts,
} from "../pictures.sql.ts";
import { namesFile, withPictures } from "../read/convert-html.ts";
import { Notes } from "../report.ts";

const POSTS = 20;
const AT_A_TIME = 3;
const TURNS = 5;

type Brought = { url: string } | { reason: string };

const urlIn =
  (found: ReadonlyMap<string, Brought>) =>
  ({ address }: MissingPicture) => {
    const brought = found.get(address);
    return brought && "url" in brought ? brought.url : undefined;
  };

type Memory = { counted: Set<string>; failed: Map<string, string> };

const isMissed = ({ content, featured_image }: Writing, { written }: MissingPicture): boolean =>
  written === "" ? !featured_image : content.includes(written);

const failureOf = ({ written, address }: MissingPicture, reason: string): string => {
  if (!/^https?:/i.test(address)) return `The image “${cutText(address, 200)}” ${reason}.`;
  if (namesFile(address)) return `The file ${cutText(address, 200)} ${reason}. Readers get a link to it.`;
  return written === ""
    ? `The featured image ${cutText(address, 200)} ${reason}. The post has none until it is fetched again.`
    : `The image ${cutText(address, 200)} ${reason}. Its URL stays in the text.`;
};

async function bringAll(
  { ctx, actor, tools, id, source: name }: ImportJob,
  source: Source,
  missing: MissingPicture[],
  { counted, failed }: Memory,
  { report, count }: Notes,
): Promise<Map<string, Brought>> {
  // The ones in a text last, so that a finding about an address that is both says that it stays there.
  const byAddress = new Map(missing.toSorted((a, b) => a.written.length - b.written.length).map((one) => [one.address, one]));
  const left = [...byAddress.values()];
  const found = new Map<string, Brought>();
  const options = { store: tools.media, allows: tools.allows, importId: id };
  const bring = async (one: MissingPicture) => {
    const known = failed.get(one.address);
    if (known !== undefined) return found.set(one.address, { reason: known });
    const brought = await bringPicture(ctx, actor, { ...source, name }, one.address, options);
    const isFirst = !counted.has(one.address);
    counted.add(one.address);
    if ("reason" in brought) {
      failed.set(one.address, brought.reason);
      if (isFirst) count("pictures", "skipped");
      report("dropped", one.place, failureOf(one, brought.reason));
      return found.set(one.address, brought);
    }
    if (isFirst) count("pictures", brought.isNew ? "added" : "unchanged");
    return found.set(one.address, { url: (await readMedia(ctx, { kind: "schedule" }, brought.id)).url });
  };
  const bringSome = async () => {
    for (let one = left.shift(); one; one = left.shift()) await bring(one);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, bringSome));
  return found;
}

async function changesOf(
  { ctx, tools }: ImportJob,
  before: Writing,
  missing: MissingPicture[],
  urlOf: (picture: MissingPicture) => string | undefined,
) {
  const inText = missing.flatMap((one) => {
    const url = one.written === "" ? undefined : urlOf(one);
    return url === undefined ? [] : [[one.written, url] as const];
  });
  const content = withPictures(before.content, new Map(inText));
  const rendered =
    content === before.content
      ? {}
      : await renderForStorage(ctx, content, before.content_format as ContentFormat, tools.ownHost());
  const featured = missing.find(({ written }) => written === "");
  const picture = featured && !before.featured_image ? urlOf(featured) : undefined;
  return { ...rendered, ...(picture !== undefined && { featured_image: picture }) };
}

async function storePlaced(
  { ctx }: ImportJob,
  { id, version }: Writing,
  changes: Awaited<ReturnType<typeof changesOf>>,
  outcome: { placed: string[]; failures: ReadonlyMap<string, string> },
): Promise<boolean> {
  return withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const now = await lockWriting(db, id);
    if (now && now.version !== version) return false;
    if (now && Object.keys(changes).length > 0) {
      await storeChanges(db, id, changes);
      const after = await lockWriting(db, id);
      // A post that an author has edited still counts as edited.
      await recordVersion(db, id, { before: version, after: after?.version ?? version });
    }
    await forgetPictures(db, id, outcome.placed);
    await storeFailures(db, id, outcome.failures, ctx.clock.now());
    return true;
  });
}

/** An author's later edits win, and so does a featured picture that the author has chosen. */
async function place(
  job: ImportJob,
  before: Writing,
  missing: MissingPicture[],
  found: ReadonlyMap<string, Brought>,
  { report }: Notes,
): Promise<void> {
  const urlOf = urlIn(found);
  const failures = new Map<string, string>();
  for (const { written, address } of missing) {
    const brought = found.get(address);
    if (brought && "reason" in brought) failures.set(written, brought.reason);
  }
  const placed = missing.map(({ written }) => written).filter((written) => !failures.has(written));
  const failAll = (reason: string) => new Map([...placed.map((written) => [written, reason] as const), ...failures]);
  let now: Writing | undefined = before;
  for (let turn = 0; now && turn < TURNS; turn++) {
    try {
      if (await storePlaced(job, now, await changesOf(job, now, missing, urlOf), { placed, failures })) return;
    } catch (error) {
      if (!isForGood(error)) throw error;
      const reason = `can’t be put in place: ${error.message.replace(/\.$/, "")}`;
      report("dropped", missing[0]?.place ?? "", `Its images can’t be put in place: ${error.message.replace(/\.$/, "")}.`);
      return storeFailures(job.ctx.db, before.id, failAll(reason), job.ctx.clock.now());
    }
    now = (await findWritings(job.ctx.db, [before.id])).get(before.id);
  }
  const reason = "can’t be put in place: the post was being edited";
  await storeFailures(job.ctx.db, before.id, failAll(reason), job.ctx.clock.now());
}

function pathThere(address: string, host: string | undefined): string | undefined {
  const url = /^https?:/i.test(address) ? URL.parse(address) : null;
  return url && host !== undefined && url.host.replace(/^www\./, "") === host ? url.pathname : undefined;
}

/** A smaller copy of a picture leads to the whole one. @param blog the source's name as the file has it */
async function leadFilesOn(
  { ctx, actor, id, source }: ImportJob,
  blog: string,
  files: MissingPicture[],
  urlOf: (file: MissingPicture) => string | undefined,
): Promise<void> {
  const host = hostOf(blog);
  const targets = new Map<string, string>();
  for (const file of files) {
    const to = urlOf(file);
    for (const from of [pathThere(file.address, host), pathThere(file.written, host)])
      if (from !== undefined && to !== undefined && !targets.has(from)) targets.set(from, to);
  }
  if (targets.size === 0) return;
  const pairs = [...targets].map(([from, to]) => ({ from, to }));
  const here = new Set(pairs.map(({ to }) => siteAddress(to)?.path));
  await ctx.db.transaction().execute(async (db) => {
    const { rows } = await addRedirects({ ...ctx, db }, actor.kind === "user" ? actor.id : null, pairs, (path) => here.has(path));
    await recordItems(db, source, rows.map(redirectItem), id);
  });
}

async function placeSome(job: ImportJob, source: Source, waiting: MissingPicture[], memory: Memory, notes: Notes): Promise<void> {
  const byPost = Map.groupBy(waiting, ({ post_id }) => post_id);
  const writings = await findWritings(job.ctx.db, [...byPost.keys()]);
  const missed = waiting.filter((one) => {
    const writing = writings.get(one.post_id);
    return writing !== undefined && isMissed(writing, one);
  });
  const found = await bringAll(job, source, missed, memory, notes);
  await leadFilesOn(job, source.name, missed, urlIn(found));
  for (const [id, pictures] of byPost) {
    const writing = writings.get(id);
    const own = writing ? pictures.filter((one) => isMissed(writing, one)) : [];
    const others = pictures.filter((one) => !own.includes(one)).map(({ written }) => written);
    if (others.length > 0) await forgetPictures(job.ctx.db, id, others);
    if (writing && own.length > 0) await place(job, writing, own, found, notes);
  }
}

/** Runs last: readers have the posts by then. May be called again after an interruption. @returns whether it came to its end */
export async function placePictures(job: ImportJob, source: Source): Promise<boolean> {
  const { db } = job.ctx;
  if (job.state === "importing") await takeOverPictures(db, job);
  if (!(await job.fetchPictures(await countWaiting(db, job.id)))) return false;
  const memory: Memory = { counted: new Set(), failed: new Map() };
  let looked = 0;
  for (;;) {
    const waiting = await waitingPosts(db, job.id, POSTS);
    if (waiting.length === 0) return true;
    const notes = new Notes();
    await placeSome(job, source, waiting, memory, notes);
    looked += waiting.length;
    job.note(notes);
    if (!(await job.progress(looked))) return false;
  }
}
