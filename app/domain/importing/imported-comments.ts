import { COMMENT_MAX } from "../comments/model.ts";
import { FULL_NAME_MAX } from "../users/model.ts";
import { textOf } from "./html/between.ts";
import { webAddress } from "./html/own-links.ts";
import type { ImportedComment, Tell } from "./items.ts";
import { shorten } from "./shape-fields.ts";

/** A comment's text as it is kept here: plain, with the addresses of its links. */
export function commentText(html: string, place: string, tell: Tell): string {
  const withAddresses = html.replace(
    /<a\b[^<>]{0,3000}?href\s{0,9}=\s{0,9}["']([^"'<>]{1,2000})["'][^<>]{0,3000}>([^<]*)<\/a>/gi,
    (_, address: string, text: string) =>
      text.trim() === "" || text.includes(address) || !webAddress(address) ? address : `${text} (${address})`,
  );
  const text = textOf(withAddresses);
  if (text.length <= COMMENT_MAX) return text;
  tell("changed", place, `A comment has more than ${COMMENT_MAX} characters and was cut.`);
  return shorten(text, COMMENT_MAX);
}

/** A guest's name as it is shown; null for none. */
export const guestName = (raw: string): string | null => shorten(textOf(raw).replace(/\s+/g, " "), FULL_NAME_MAX) || null;

/**
 * Makes of threads of any depth threads of one level, as they are shown here: a reply to a reply stands beside it.
 * @returns the comments that are left, those that begin a thread first, each by its time
 */
export function flattenThreads(comments: ImportedComment[], place: string, tell: Tell): ImportedComment[] {
  const byKey = new Map(comments.map((comment) => [comment.key, comment]));
  const rootOf = (comment: ImportedComment): string | null => {
    let at = comment;
    for (let steps = 0; at.parent !== null && steps <= comments.length; steps++) {
      const above = byKey.get(at.parent);
      if (!above) break;
      at = above;
    }
    return at === comment || at.parent === comment.key ? null : at.key;
  };
  const flat = comments.map((comment) => ({
    ...comment,
    parent: rootOf(comment),
    replyTo: comment.parent !== null && byKey.has(comment.parent) && comment.parent !== comment.key ? comment.parent : null,
    isReply: comment.parent !== null,
  }));
  // A circle has no beginning: whoever leads to one that answers itself begins a thread of their own.
  const roots = new Set(flat.filter(({ parent }) => parent === null).map(({ key }) => key));
  const sound = flat.map((comment) =>
    comment.parent !== null && roots.has(comment.parent) ? comment : { ...comment, parent: null },
  );
  if (sound.some(({ parent, key }) => parent !== null && parent !== byKey.get(key)?.parent))
    tell("changed", place, "Replies to replies stand beside them: threads have one level here.");
  return sound.sort(
    (a, b) => Number(a.parent !== null) - Number(b.parent !== null) || a.created_at.getTime() - b.created_at.getTime(),
  );
}
