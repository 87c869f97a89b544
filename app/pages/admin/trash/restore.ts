import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type RestoreResult, TRASH_DAYS, type TrashKind } from "../../../domain/trash/trash.ts";
import { type ToastAction, toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { CHANGED_TRASH, restore, type Trashed } from "./queries.ts";
import { KIND, RESTORE } from "./texts.ts";

export const KINDS: Record<TrashKind, { one: string; many: string; label: string; title: string }> = {
  post: { one: "post", many: "posts", label: KIND.posts, title: KIND.post },
  comment: { one: "comment", many: "comments", label: KIND.comments, title: KIND.comment },
  category: { one: "category", many: "categories", label: KIND.categories, title: KIND.category },
};

const figures = new Intl.NumberFormat("en-US");

/** Follows the question before something is moved to the trash. */
export const inTrash = (count: number): string => RESTORE.canBe(count === 1 ? RESTORE.it : RESTORE.they, TRASH_DAYS);

/** "1 post", "1,203 comments", "2 items" of several kinds. */
export function counted(count: number, kind?: TrashKind): string {
  const { one, many } = kind ? KINDS[kind] : { one: "item", many: "items" };
  return `${figures.format(count)} ${count === 1 ? one : many}`;
}

/** Says what was restored. @param kinds the kinds of the items to restore */
function restoredText({ restored }: RestoreResult, kinds: readonly TrashKind[]): string {
  const [kind] = new Set(kinds).size === 1 ? kinds : [];
  if (restored === 0) return RESTORE.nothing;
  if (restored === 1 && kind) return RESTORE.done(KINDS[kind].title);
  return RESTORE.done(counted(restored, kind));
}

/** Says which slugs have changed because they were taken; undefined when none has. */
function renamedText({ renamed }: RestoreResult): string | undefined {
  const [first, ...others] = renamed;
  if (!first) return undefined;
  const more = others.length > 0 ? RESTORE.moreMoved(others.length) : "";
  return RESTORE.moved(first.title, first.slug, more);
}

/** How long an item stays in the trash. */
export const daysText = (days: number): string => (days === 0 ? RESTORE.moment : RESTORE.days(days));

/** Says what is restored with an item; undefined when nothing is. */
export function alongText(kind: TrashKind, along: number): string | undefined {
  if (along === 0) return undefined;
  if (kind === "comment") return RESTORE.with(RESTORE.replies(along));
  if (kind === "post") return RESTORE.with(counted(along, "comment"));
  return RESTORE.along(counted(along, "post"));
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
        const message = messageOf(error, RESTORE.unanswered);
        toast({ title: RESTORE.failed(message), tone: "error" });
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
  return useCallback((items) => ({ label: RESTORE.undo, run: () => void restoreItems(items) }), [restoreItems]);
}
