// Like `form/early-submit.ts`, for a choice from a group of buttons: the theme, the view. And for likes: a second press takes one back, so
// it is given only once the page knows that this reader doesn't like the article yet.

/** Dispatched as soon as the page's buttons work. */
const READY = "page-ready";

/** Dispatched when the page knows whether the reader likes an article. Canceled if they have pressed its button. */
const LIKE_KNOWN = "like-known";

/** Repeats choices that were made before the script ran. */
export function watchEarlyPresses(): void {
  const pressed = new Set<HTMLElement>();
  const liked = new Set<string>();
  const remember = ({ target }: Event) => {
    const id = target instanceof Element ? target.closest<HTMLElement>("button[data-likes]")?.dataset.likes : undefined;
    // A second press takes the first one back.
    if (id && !liked.delete(id)) liked.add(id);
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
  addEventListener(LIKE_KNOWN, (event) => {
    if (liked.delete((event as CustomEvent<string>).detail)) event.preventDefault();
  });
}

/** The button was pressed before the script ran. Says so once. */
export const wasLikedEarly = (id: string): boolean =>
  !dispatchEvent(new CustomEvent(LIKE_KNOWN, { detail: id, cancelable: true }));

export const pressEarly = (): boolean => dispatchEvent(new Event(READY));
