import { useEffect, useRef } from "react";
import type { AdminComment } from "../../../domain/comments/model.ts";
import { canReply } from "./reply-box.tsx";
import type { Moderation } from "./use-moderation.ts";

/** Where keys are text. */
const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]';

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-comment]")];
const current = () => document.activeElement?.closest<HTMLElement>("[data-comment]") ?? null;

/**
 * Moderation by single keys: j and k walk through the comments, a, r, s, c and d approve, reject, mark as spam, answer and
 * delete the one that has the focus. While somebody types, or is asked something, keys are what they always are.
 */
export function useModerationKeys(
  comments: AdminComment[],
  { stand, remove, isBusy }: Moderation,
  onReply: (id: string) => void,
): void {
  /** where the focus was when its comment may leave the list */
  const place = useRef<number | null>(null);

  useEffect(() => {
    const at = place.current;
    place.current = null;
    // Only where the focus went with its comment: whoever has moved on stays there.
    if (at === null || comments.length === 0 || document.activeElement !== document.body) return;
    const list = rows();
    list[Math.min(at, list.length - 1)]?.focus();
  }, [comments]);

  useEffect(() => {
    const walk = (step: number) => {
      const list = rows();
      const at = list.indexOf(current() as HTMLElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), list.length - 1);
      list[next]?.focus();
    };
    const act = (key: string): boolean => {
      const row = current();
      const comment = comments.find(({ id }) => id === row?.dataset.comment);
      if (!row || !comment) return false;
      if (key === "c") {
        if (canReply(comment)) onReply(comment.id);
        return true;
      }
      if (isBusy) return true;
      place.current = rows().indexOf(row);
      if (key === "a") stand(comment, { status: "approved" });
      else if (key === "r") stand(comment, { status: "rejected" });
      else if (key === "s") stand(comment, { is_spam: true });
      else void remove(comment);
      return true;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target as Element).closest(TYPING) || document.querySelector("dialog[open], :popover-open")) return;
      if (event.key === "j" || event.key === "k") walk(event.key === "j" ? 1 : -1);
      else if (!["a", "r", "s", "c", "d"].includes(event.key) || !act(event.key)) return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [comments, stand, remove, isBusy, onReply]);
}
