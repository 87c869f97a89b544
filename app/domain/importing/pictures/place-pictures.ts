import { withAdvisoryLock } from "../../../platform/database/advisory-lock.ts";
import { readMedia } from "../../media/list-media.ts";
import { CONTENT_WRITES } from "../../posts/editing-model.ts";
import { storeChanges } from "../../posts/post-save.sql.ts";
import { renderForStorage } from "../../posts/store-post.ts";
import { isForGood } from "../errors.ts";
import { withPictures } from "../html/pictures.ts";
import { findWriting, lockWriting, noteVersion } from "../imported.sql.ts";
import { forgetWaiting, type Waiting, waitingPosts } from "../imports.sql.ts";
import type { Run } from "../storing/run.ts";
import { bringPicture, type PictureOptions } from "./bring-picture.ts";

/** So many posts are looked at together, and so many pictures are fetched at a time. */
const POSTS = 20;
const AT_A_TIME = 3;

/** Addresses in our library by addresses there; those that could not be brought are left out, and told of. */
async function bringAll(run: Run, waiting: Waiting[], options: PictureOptions): Promise<Map<string, string>> {
  const places = new Map(waiting.map(({ address, place }) => [address, place]));
  const left = [...places.keys()];
  const found = new Map<string, string>();
  const one = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const brought = await bringPicture(run.ctx, run.actor, run.source, address, options);
      if ("reason" in brought) {
        run.findings.count("pictures", "skipped");
        const stays = /^https?:/i.test(address) ? "Its address stays in the text." : "";
        run.findings.tell(
          "dropped",
          places.get(address) ?? "",
          `The picture ${address.slice(0, 200)} ${brought.reason}. ${stays}`.trim(),
        );
      } else {
        run.findings.count("pictures", brought.isNew ? "added" : "unchanged");
        found.set(address, (await readMedia(run.ctx, brought.id)).url);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
  return found;
}

/** Puts pictures into a post's place; an author's change in between is kept. */
async function place(
  { ctx, importId, ownHost, findings }: Run,
  postId: string,
  waiting: Waiting[],
  found: ReadonlyMap<string, string>,
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
    before && content !== before.content ? renderForStorage(ctx, content ?? "", before.content_format as "html", ownHost) : {};
  const changes = await Promise.resolve(derived).catch((error: unknown) => {
    if (!isForGood(error)) throw error;
    findings.tell("dropped", waiting[0]?.place ?? "", `Its pictures can't be put in place: ${error.message}.`);
    return {};
  });
  await withAdvisoryLock(ctx.db, CONTENT_WRITES, async (db) => {
    const now = await lockWriting(db, postId);
    if (now && now.version === before?.version && (Object.keys(changes).length > 0 || picture)) {
      await storeChanges(db, postId, { ...changes, ...(picture && { featured_image: picture }) });
      const after = await lockWriting(db, postId);
      await noteVersion(db, postId, after?.version ?? now.version);
    }
    await forgetWaiting(db, importId, postId);
  });
}

/**
 * Brings the pictures of imported posts, three at a time, and puts them in place, post by post. It may be called again after it was
 * cut off.
 * @param progress is told how many pictures were looked at. @returns whether it came to its end; `progress` may have called it off
 */
export async function placePictures(
  run: Run,
  options: PictureOptions,
  progress: (looked: number) => Promise<boolean>,
): Promise<boolean> {
  let looked = 0;
  for (;;) {
    const waiting = await waitingPosts(run.ctx.db, run.importId, POSTS);
    if (waiting.length === 0) return true;
    const found = await bringAll(run, waiting, options);
    for (const [postId, own] of Map.groupBy(waiting, ({ post_id }) => post_id)) await place(run, postId, own, found);
    looked += waiting.length;
    if (!(await progress(looked))) return false;
  }
}
