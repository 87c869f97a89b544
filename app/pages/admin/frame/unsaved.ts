/** What on the screen has changes that nobody has saved, by a name each. */
const unsaved = new Set<string>();

/** Notes something unsaved. @returns takes it back */
export function noteUnsaved(name: string): () => void {
  unsaved.add(name);
  return () => void unsaved.delete(name);
}

/** Whether leaving now would lose something. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Leaving has been agreed to: nothing holds it up any more. */
export const forgetUnsaved = (): void => unsaved.clear();
