/** The one thing that a toast can offer. */
export type ToastAction = { label: "Undo"; run(): void };
export type Toast = { id: number; title: string; description?: string; tone: "success" | "error"; action?: ToastAction };

/** How long a toast stays, in ms (specification, section 9). Only one with Undo stays longer: it leaves time to get there. */
const TOAST_MS = { success: 2000, error: 3000, action: 8000 } as const;

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
/** Those that wait to go, by id; a toast that is held isn't among them. */
const going = new Map<number, ReturnType<typeof setTimeout>>();

const change = (next: Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

/** Takes a toast away at once. */
export function dismiss(id: number): void {
  clearTimeout(going.get(id));
  going.delete(id);
  change(toasts.filter((one) => one.id !== id));
}

/** A toast stays for as long as it is held: while the pointer or the keyboard is on it. */
export function hold(id: number): void {
  clearTimeout(going.get(id));
  going.delete(id);
}

/** Lets a held toast go on waiting, from the beginning. */
export function dismissToast(id: number): void {
  const held = toasts.find((one) => one.id === id);
  if (!held || going.has(id)) return;
  going.set(
    id,
    setTimeout(() => dismiss(id), held.action ? TOAST_MS.action : TOAST_MS[held.tone]),
  );
}

/** Tells the reader something for a moment. */
export function toast(message: Omit<Toast, "id">): void {
  const id = nextId++;
  change([...toasts, { ...message, id }].slice(-3));
  dismissToast(id);
}

/** For useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
