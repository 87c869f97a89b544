import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type ToastAction, toast } from "../../../ui/toast/toast.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { CHANGED_TRASH, restore, type Trashed } from "./queries.ts";
import { renamedText, restoredText } from "./trash-texts.ts";

/** Brings things back from the trash, and says what became of it. It goes on when the screen has been left. */
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
        const message = messageOf(error, "The server could not be reached. Nothing is lost; please try again.");
        toast({ title: `Failed to restore: ${message}`, tone: "error" });
        return false;
      } finally {
        for (const queryKey of CHANGED_TRASH) void queryClient.invalidateQueries({ queryKey });
      }
    },
    [queryClient],
  );
}

/** What a toast offers after something was deleted. @returns a function from what was deleted to the toast's button */
export function useUndo(): (items: Trashed[]) => ToastAction {
  const bringBack = useRestore();
  return useCallback((items) => ({ label: "Undo", run: () => void bringBack(items) }), [bringBack]);
}
