import type { BulkAction, PlanKind } from "../../../domain/posts/edit-rules.ts";
import type { PostStatus } from "../../../domain/posts/post-rules.ts";
import type { BadgeTone } from "../frame/badge.tsx";
import type { Question } from "../frame/use-confirm.tsx";
import { inTrash } from "../trash/restore.ts";

export const STATUSES: Record<PostStatus, { label: string; tone: BadgeTone }> = {
  published: { label: "Published", tone: "green" },
  draft: { label: "Draft", tone: "amber" },
  archived: { label: "Archived", tone: "grey" },
};

/** What is planned for a post. */
export const PLANS: Record<PlanKind, string> = { publish: "Scheduled", update: "Update waits" };

const posts = (count: number) => (count === 1 ? "post" : "posts");
const sure = (count: number, does: string) =>
  `Are you sure you want to ${does} ${count === 1 ? "this post" : `these ${count} posts`}?`;

/** What is asked before something is done to posts (the specification's question for deleting, section 8). */
export function questionOf(action: BulkAction, count: number): Question {
  switch (action) {
    case "delete":
      return {
        title: `Delete ${posts(count)}`,
        text: `${sure(count, "delete")} ${inTrash(count)}`,
        action: "Delete",
        tone: "danger",
      };
    case "publish":
      return {
        title: `Publish ${posts(count)}`,
        text: `${sure(count, "publish")} They are dated now; what is published already stays as it is.`,
        action: "Publish",
      };
    case "archive":
      return {
        title: `Archive ${posts(count)}`,
        text: `${sure(count, "archive")} Readers can't open them any more.`,
        action: "Archive",
      };
    case "draft":
      return {
        title: `Turn into ${count === 1 ? "a draft" : "drafts"}`,
        text: `${sure(count, "withdraw")} Readers can't open them any more.`,
        action: "Turn into draft",
      };
  }
}

const DONE: Record<BulkAction, string> = {
  publish: "published",
  archive: "archived",
  draft: "turned into drafts",
  delete: "deleted",
};

/** What was done to many posts, and how many it left alone. */
export function doneText(action: BulkAction, { changed, unchanged }: { changed: number; unchanged: number }): string {
  if (changed === 1 && unchanged === 0 && action === "delete") return "Post deleted";
  const left = unchanged > 0 ? `, ${unchanged} unchanged` : "";
  return `${changed} ${posts(changed)} ${DONE[action]}${left}`;
}
