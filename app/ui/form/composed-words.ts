/** Whether a key belongs to a word that is still being composed. Safari reports the key that ends it too late, with this code alone. */
export const isComposing = ({ isComposing: isMarked, keyCode }: KeyboardEvent): boolean => isMarked || keyCode === 229;

/**
 * Keeps the keys of composed words (Japanese, Chinese, Korean) from everything that listens to keys: there, arrows choose among
 * candidates, Enter takes one, and Escape drops it. Listeners of the window that capture events still count them as activity. The rich
 * editor follows compositions itself.
 */
export function guardComposedWords(): void {
  const guard = (event: KeyboardEvent) => {
    const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
    if (isComposing(event) && !isRichText) event.stopPropagation();
  };
  document.addEventListener("keydown", guard, { capture: true });
}
