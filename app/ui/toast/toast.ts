export type Toast = { id: number; title: string; description?: string; tone: "success" | "error" };

/** How long a toast stays, in ms (specification, section 9). */
export const TOAST_MS = { success: 2000, error: 3000 } as const;

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

const change = (next: Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Tells the reader something for a moment. */
export function toast(message: Omit<Toast, "id">): void {
  const id = nextId++;
  change([...toasts, { ...message, id }].slice(-3));
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), TOAST_MS[message.tone]);
}

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
