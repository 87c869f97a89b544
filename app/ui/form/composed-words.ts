/** Safari reports the key that ends a composed word too late, with this code alone. */
export const isComposing = ({ isComposing: isMarked, keyCode }: KeyboardEvent): boolean => isMarked || keyCode === 229;

/**
 * Arrows choose among candidates of composed words (Japanese, Chinese, Korean), Enter takes one, and Escape drops it. Listeners of the
 * window that capture events still count the keys as activity. The rich editor follows compositions itself.
 */
export function guardComposedWords(): void {
  const guard = (event: KeyboardEvent) => {
    const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (isComposing(event) && !isRichText) event.stopPropagation();
  };
  document.addEventListener("keydown", guard, { capture: true });
}
