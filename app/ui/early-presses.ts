// Like `form/early-submit.ts`, for a choice from a group of buttons: the theme, the view. A like isn't one: a second press takes it back, and
// the page doesn't know yet whether this reader likes the article.

/** The page dispatches this event as soon as its buttons work. */
const READY = "page-ready";

/** Remembers the choices that are made before the script runs, and makes them again once the buttons work. */
export function watchEarlyPresses(): void {
  const pressed = new Set<HTMLElement>();
  const remember = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[role=group] > button[aria-pressed]") : null;
    if (!button) return;
    pressed.delete(button);
    pressed.add(button);
  };
  addEventListener("click", remember);
  addEventListener(
    READY,
    () => {
      removeEventListener("click", remember);
      for (const button of pressed) button.click();
    },
    { once: true },
  );
}

/** Says that the page's buttons work. */
export const pressEarly = (): boolean => dispatchEvent(new Event(READY));
