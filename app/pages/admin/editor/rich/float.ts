import { autoUpdate, computePosition, flip, offset, type Placement, shift, type VirtualElement } from "@floating-ui/dom";
import { type RefObject, useLayoutEffect } from "react";

/** What stays free at the window's edges, in CSS pixels: the bar at the top and the line of tools at the bottom. */
const EDGES = { top: 64, bottom: 60, left: 8, right: 8 };

/**
 * Keeps an element next to a place of the text, within the window.
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
      const middleware = [offset(gap), flip({ padding: EDGES }), shift({ padding: EDGES, crossAxis: true })];
      const { x, y } = await computePosition(place, floating, { placement, middleware });
      Object.assign(floating.style, { left: `${x}px`, top: `${y}px` });
    };
    return autoUpdate(place, floating, () => void update());
  }, [element, place, placement, gap]);
}
