import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type RestoreResult, TRASH_DAYS, type TrashKind } from "../../../domain/trash/trash.ts";
import { type ToastAction, toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { CHANGED_TRASH, restore, type Trashed } from "./queries.ts";

export const KINDS: Record<TrashKind, { one: string; many: string; label: string; title: string }> = {
  post: { one: "post", many: "posts", label: "Posts", title: "Post" },
  comment: { one: "comment", many: "comments", label: "Comments", title: "Comment" },
  category: { one: "category", many: "categories", label: "Categories", title: "Category" },
};

const figures = new Intl.NumberFormat("en-US");

/** Follows the question before something is moved to the trash. */
export const inTrash = (count: number): string =>
  `${count === 1 ? "It" : "They"} can be restored from the trash for ${TRASH_DAYS} days.`;

/** "1 post", "1,203 comments", "2 items" of several kinds. */
export function counted(count: number, kind?: TrashKind): string {
  const { one, many } = kind ? KINDS[kind] : { one: "item", many: "items" };
  return `${figures.format(count)} ${count === 1 ? one : many}`;
}

/** Says what was restored. @param kinds the kinds of the items to restore */
function restoredText({ restored }: RestoreResult, kinds: readonly TrashKind[]): string {
  const [kind] = new Set(kinds).size === 1 ? kinds : [];
  if (restored === 0) return "Nothing was left to restore";
  if (restored === 1 && kind) return `${KINDS[kind].title} restored`;
  return `${counted(restored, kind)} restored`;
}

/** Says which slugs have changed because they were taken; undefined when none has. */
function renamedText({ renamed }: RestoreResult): string | undefined {
  const [first, ...others] = renamed;
  if (!first) return undefined;
  const more = others.length > 0 ? `, and ${others.length} more have another one` : "";
  return `The URL was taken: “${first.title}” is at ${first.slug} now${more}.`;
}

export const daysText = (days: number): string => (days === 0 ? "A moment" : days === 1 ? "1 day" : `${days} days`);

/** Says what is restored with an item; undefined when nothing is. */
export function alongText(kind: TrashKind, along: number): string | undefined {
  if (along === 0) return undefined;
  if (kind === "comment") return `with ${along === 1 ? "1 reply" : `${along} replies`}`;
  if (kind === "post") return `with ${counted(along, "comment")}`;
  return `${counted(along, "post")} when it was deleted`;
}

/** Restores items from the trash and shows a toast with the result. It continues when the screen is left. */
export function useRestore(): (items: Trashed[]) => Promise<boolean> {
  const queryClient = useQueryClient();
  return useCallback(
    async (items) => {
      try {
        const restored = await restore(items);
        const title = restoredText(
          restored,
          items.map(({ kind }) => kind),
        );
        const description = renamedText(restored);
        toast({ title, ...(description && { description }), tone: "success" });
        return true;
      } catch (error) {
        const message = messageOf(error, "The server could not be reached. Nothing is lost. Please try again.");
        toast({ title: `Failed to restore: ${message}`, tone: "error" });
        return false;
      } finally {
        for (const queryKey of CHANGED_TRASH) void queryClient.invalidateQueries({ queryKey });
      }
    },
    [queryClient],
  );
}

/** The Undo button of a toast after a deletion. @returns a function from the deleted items to the button */
export function useUndo(): (items: Trashed[]) => ToastAction {
  const restoreItems = useRestore();
  return useCallback((items) => ({ label: "Undo", run: () => void restoreItems(items) }), [restoreItems]);
}
