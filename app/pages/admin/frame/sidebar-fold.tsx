import { type RefObject, useEffect, useRef } from "react";
import { AdminIcon } from "./admin-icon.tsx";
import { storedChoice } from "./stored-choice.ts";

const sidebar = storedChoice<"open" | "folded">("skylark.sidebar", ["open", "folded"]);

export const useSidebarFold = (): boolean => sidebar.useChoice() === "folded";

export function FoldButton() {
  const isFolded = useSidebarFold();
  const name = isFolded ? "Expand sidebar" : "Collapse sidebar";
  return (
    <button
      type="button"
      className="icon-button side-fold"
      aria-expanded={!isFolded}
      title={isFolded ? undefined : name}
      data-tip={name}
      onClick={() => sidebar.choose(isFolded ? "open" : "folded")}
    >
      <AdminIcon name={isFolded ? "unfold" : "fold"} />
      <span className="sr-only">{name}</span>
    </button>
  );
}

/** Shows the name of the icon under the pointer, or of the focused one, next to a folded sidebar. Escape hides it. */
export function SidebarTip({ office }: { office: RefObject<HTMLElement | null> }) {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = office.current;
    if (!element) return;
    const hide = () => tip.current?.hidePopover();
    const show = ({ target }: Event) => {
      const named = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
      if (!tip.current || tip.current === target) return;
      hide();
      if (!named?.dataset.tip) return;
      tip.current.textContent = named.dataset.tip;
      const { right, top, height } = named.getBoundingClientRect();
      tip.current.style.left = `${right}px`;
      tip.current.style.top = `${top + height / 2}px`;
      tip.current.showPopover();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") hide();
    };
    const shows = ["pointerover", "focusin"];
    const hides = ["pointerleave", "focusout", "click"];
    for (const type of shows) element.addEventListener(type, show);
    for (const type of hides) element.addEventListener(type, hide);
    // The scrolling of its parts doesn't bubble.
    element.addEventListener("scroll", hide, { capture: true });
    addEventListener("keydown", onKey);
    return () => {
      for (const type of shows) element.removeEventListener(type, show);
      for (const type of hides) element.removeEventListener(type, hide);
      element.removeEventListener("scroll", hide, { capture: true });
      removeEventListener("keydown", onKey);
    };
  }, [office]);
  // The icon's own name is what screen readers hear.
  return <div ref={tip} className="side-tip" popover="manual" aria-hidden="true" />;
}
