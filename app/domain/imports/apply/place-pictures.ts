import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { readMedia } from "../../media/list-media.ts";
import { renderForStorage } from "../../posts/create-post.ts";
import { CONTENT_WRITES } from "../../posts/edit-rules.ts";
import { storeChanges } from "../../posts/post-writes.sql.ts";
import { bringPicture } from "../bring-picture.ts";
import { isForGood } from "../errors.ts";
import type { ImportJob } from "../import-job.ts";
import { findWriting, lockWriting, noteVersion } from "../imported.sql.ts";
import { countWaiting, forgetWaiting, type PendingPicture, waitingPosts } from "../imports.sql.ts";
import type { Source } from "../items.ts";
import { withPictures } from "../read/convert-html.ts";
import { Notes } from "../report.ts";

/** How many posts are read at once, and how many pictures are fetched at a time. */
const POSTS = 20;
const AT_A_TIME = 3;

/** Brings pictures into the library. @returns their URLs here by their old URLs, without failed ones, which are reported */
async function bringAll(
  { ctx, actor, tools, id }: ImportJob,
  source: Source,
  waiting: PendingPicture[],
  { tell, count }: Notes,
): Promise<Map<string, string>> {
  const places = new Map(waiting.map(({ address, place }) => [address, place]));
  const left = [...places.keys()];
  const found = new Map<string, string>();
  const one = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const brought = await bringPicture(ctx, actor, source, address, {
        store: tools.media,
        allows: tools.allows,
        importId: id,
      });
      if ("reason" in brought) {
        count("pictures", "skipped");
        const stays = /^https?:/i.test(address) ? "Its address stays in the text." : "";
        tell("dropped", places.get(address) ?? "", `The picture ${address.slice(0, 200)} ${brought.reason}. ${stays}`.trim());
      } else {
        count("pictures", brought.isNew ? "added" : "unchanged");
        found.set(address, (await readMedia(ctx, brought.id)).url);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
  return found;
}

/** Puts pictures into a post, unless an author has changed it in the meantime. */
async function place(
  { ctx, id, tools }: ImportJob,
  postId: string,
  waiting: PendingPicture[],
  found: ReadonlyMap<string, string>,
  { tell }: Notes,
): Promise<void> {
  const before = await findWriting(ctx.db, postId);
  const addresses = new Map(
    waiting.flatMap(({ written, address }) =>
      written && found.has(address) ? [[written, found.get(address) ?? ""] as const] : [],
    ),
  );
  const featured = waiting.find(({ written }) => written === "");
  const picture = featured && found.get(featured.address);
  const content = before && withPictures(before.content, addresses);
  const derived =
    before && content !== before.content
      ? renderForStorage(ctx, content ?? "", before.content_format as "html", tools.ownHost())
      : {};
  const changes = await Promise.resolve(derived).catch((error: unknown) => {
    if (!isForGood(error)) throw error;
    tell("dropped", waiting[0]?.place ?? "", `Its pictures can't be put in place: ${error.message}.`);
    return {};
  });
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const now = await lockWriting(db, postId);
    if (now && now.version === before?.version && (Object.keys(changes).length > 0 || picture)) {
      await storeChanges(db, postId, { ...changes, ...(picture && { featured_image: picture }) });
      const after = await lockWriting(db, postId);
      await noteVersion(db, postId, after?.version ?? now.version);
    }
    await forgetWaiting(db, id, postId);
  });
}

/**
 * Brings the pictures of imported posts, three at a time, and puts them in place, post by post. They come last: by then readers have
 * the posts. It may be called again after it was cut off.
 * @returns whether it came to its end; it may have been cancelled
 */
export async function placePictures(job: ImportJob, source: Source): Promise<boolean> {
  const { db } = job.ctx;
  if (!(await job.fetchPictures(await countWaiting(db, job.id)))) return false;
  let looked = 0;
  for (;;) {
    const waiting = await waitingPosts(db, job.id, POSTS);
    if (waiting.length === 0) return true;
    const notes = new Notes();
    const found = await bringAll(job, source, waiting, notes);
    for (const [postId, own] of Map.groupBy(waiting, ({ post_id }) => post_id)) await place(job, postId, own, found, notes);
    looked += waiting.length;
    job.note(notes);
    if (!(await job.progress(looked))) return false;
  }
}
