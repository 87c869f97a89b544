import { commentText, flattenThreads, guestName } from "../imported-comments.ts";
import type { ImportedComment, Tell } from "../items.ts";
import { dateOf, field } from "./fields.ts";
import type { XmlNode } from "./parse-wxr.ts";

const STATUS: Record<string, ImportedComment["status"]> = {
  "1": "approved",
  approve: "approved",
  approved: "approved",
  "0": "pending",
  hold: "pending",
};

/**
 * A post's comments as they are kept here.
 * @param authors who has written posts, by their number there
 */
export function commentsOf(item: XmlNode, authors: ReadonlyMap<string, string>, place: string, tell: Tell): ImportedComment[] {
  const comments: ImportedComment[] = [];
  for (const node of item.children) {
    if (node.name !== "wp:comment") continue;
    const type = field(node, "wp:comment_type");
    if (type === "pingback" || type === "trackback") {
      tell("dropped", place, "Pingbacks and trackbacks don't come along.");
      continue;
    }
    if (type !== "" && type !== "comment") continue;
    const status = STATUS[field(node, "wp:comment_approved")];
    const content = commentText(field(node, "wp:comment_content"), place, tell);
    if (!status || content === "") {
      tell(
        "dropped",
        place,
        status ? "A comment without a text doesn't come along." : "Spam and comments in the trash don't come along.",
      );
      continue;
    }
    const parent = field(node, "wp:comment_parent");
    const author = authors.get(field(node, "wp:comment_user_id")) ?? null;
    const at = dateOf(node, "comment_date") ?? new Date(0);
    comments.push({
      key: field(node, "wp:comment_id") || String(comments.length + 1),
      parent: parent === "" || parent === "0" ? null : parent,
      author,
      name: author === null ? guestName(field(node, "wp:comment_author")) : null,
      content,
      status,
      spam: false,
      created_at: at,
      updated_at: at,
      edited_at: null,
    });
  }
  return flattenThreads(comments, place, tell);
}
