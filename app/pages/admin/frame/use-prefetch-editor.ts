import { useEffect } from "react";
import { adminRoutes } from "../../../admin-routes.ts";

const TO_EDITOR = [`a[href^="${adminRoutes.editPost("")}"]`, `a[href="${adminRoutes.createPost()}"]`].join();

/** Fetches the editor, which is large, while somebody is still on the way to a link to it. @param load fetches it; it may fail */
export function usePrefetchEditor(load: () => Promise<unknown>): void {
  useEffect(() => {
    const leave = () => {
      document.removeEventListener("pointerover", come);
      document.removeEventListener("focusin", come);
    };
    const come = ({ target }: Event) => {
      if (!(target instanceof Element) || !target.closest(TO_EDITOR)) return;
      leave();
      // What fails here is tried again at the click, and told then.
      void load().catch(() => {});
    };
    document.addEventListener("pointerover", come);
    document.addEventListener("focusin", come);
    return leave;
  }, [load]);
}
