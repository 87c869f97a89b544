import { type Restored, TRASH_DAYS, type TrashKind } from "../../../domain/trash/trash.ts";

export const KINDS: Record<TrashKind, { one: string; many: string; label: string; title: string }> = {
  post: { one: "post", many: "posts", label: "Posts", title: "Post" },
  comment: { one: "comment", many: "comments", label: "Comments", title: "Comment" },
  category: { one: "category", many: "categories", label: "Categories", title: "Category" },
};

const figures = new Intl.NumberFormat("en-US");

/** What follows the question before something is deleted that can be brought back. */
export const inTrash = (count: number): string =>
  `${count === 1 ? "It" : "They"} can be brought back from the trash for ${TRASH_DAYS} days.`;

/** "1 post", "1,203 comments", "2 items" of several kinds. */
export function counted(count: number, kind?: TrashKind): string {
  const { one, many } = kind ? KINDS[kind] : { one: "item", many: "items" };
  return `${figures.format(count)} ${count === 1 ? one : many}`;
}

/** What came back, in a few words. @param kinds of what was asked for */
export function restoredText({ restored }: Restored, kinds: readonly TrashKind[]): string {
  const [kind] = new Set(kinds).size === 1 ? kinds : [];
  if (restored === 0) return "Nothing was left to restore";
  if (restored === 1 && kind) return `${KINDS[kind].title} restored`;
  return `${counted(restored, kind)} restored`;
}

/** Which addresses are others than before, because they were taken; undefined when none is. */
export function renamedText({ renamed }: Restored): string | undefined {
  const [first, ...others] = renamed;
  if (!first) return undefined;
  const more = others.length > 0 ? `, and ${others.length} more have another one` : "";
  return `The address was taken: “${first.title}” is at ${first.slug} now${more}.`;
}

/** How long something stays. */
export const daysText = (days: number): string => (days === 0 ? "A moment" : `${days} ${days === 1 ? "day" : "days"}`);

/** What comes back with it, or undefined. */
export function alongText(kind: TrashKind, along: number): string | undefined {
  if (along === 0) return undefined;
  if (kind === "comment") return `with ${along} ${along === 1 ? "reply" : "replies"}`;
  if (kind === "post") return `with ${counted(along, "comment")}`;
  return `${counted(along, "post")} when it was deleted`;
}
