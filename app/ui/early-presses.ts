// Like `form/early-submit.ts`, for a choice from a group of buttons: the theme, the view. And for likes: a second press takes one back, so
// it is given only once the page knows that this reader doesn't like the article yet.

/** The page dispatches this event as soon as its buttons work. */
const READY = "page-ready";

/** The page dispatches this event when it knows whether the reader likes an article. It is canceled if they have pressed its button. */
const LIKE_KNOWN = "like-known";

/** Remembers the choices that are made before the script runs, and makes them again once the buttons work. */
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

/** Whether the reader has pressed an article's like button before the script ran. Says so once. */
export const wasLikedEarly = (id: string): boolean =>
  !dispatchEvent(new CustomEvent(LIKE_KNOWN, { detail: id, cancelable: true }));

/** Says that the page's buttons work. */
export const pressEarly = (): boolean => dispatchEvent(new Event(READY));
