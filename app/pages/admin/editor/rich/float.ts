import { autoUpdate, computePosition, flip, hide, offset, type Placement, shift, type VirtualElement } from "@floating-ui/dom";
import { type RefObject, useLayoutEffect } from "react";

/** What stays free at the window's edges, in CSS pixels: the bar at the top and the line of tools at the bottom. */
const EDGES = { top: 64, bottom: 60, left: 8, right: 8 };

/**
 * Keeps an element next to a place of the text, within the window. While that place is scrolled out of view, the element is hidden,
 * unless it has the focus.
 * @param place where it is now; null while there is none
 * @param gap between the two, in CSS pixels
 */
export function useFloat(
  element: RefObject<HTMLElement | null>,
  place: VirtualElement | null,
  placement: Placement,
  gap = 8,
): void {
  useLayoutEffect(() => {
    const floating = element.current;
    if (!floating || !place) return;
    const update = async () => {
      const outOfView = hide({ padding: { top: EDGES.top, bottom: EDGES.bottom } });
      const middleware = [offset(gap), flip({ padding: EDGES }), shift({ padding: EDGES, crossAxis: true }), outOfView];
      const { x, y, middlewareData } = await computePosition(place, floating, { placement, middleware });
      const isHidden = middlewareData.hide?.referenceHidden === true && !floating.contains(document.activeElement);
      Object.assign(floating.style, { left: `${x}px`, top: `${y}px`, visibility: isHidden ? "hidden" : "" });
    };
    return autoUpdate(place, floating, () => void update());
  }, [element, place, placement, gap]);
}
