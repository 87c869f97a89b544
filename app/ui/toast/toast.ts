export type ToastAction = { label: "Undo"; run(): void };
export type Toast = { id: number; title: string; description?: string; tone: "success" | "error"; action?: ToastAction };

/** How long a toast stays, in ms (specification, section 9). One with Undo stays longer, so that there is time to press it. */
const TOAST_MS = { success: 2000, error: 3000, action: 8000 } as const;

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
/** The timers of toasts by id. A toast that is held has none. */
const timers = new Map<number, ReturnType<typeof setTimeout>>();

const change = (next: Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(toasts.filter((one) => one.id !== id));
}

/** Keeps a toast on the screen while it has the pointer or the focus. */
export function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts the time of a toast, or starts it again after it was held. */
export function dismissToast(id: number): void {
  const held = toasts.find((one) => one.id === id);
  if (!held || timers.has(id)) return;
  timers.set(
    id,
    setTimeout(() => dismiss(id), held.action ? TOAST_MS.action : TOAST_MS[held.tone]),
  );
}

export function toast(message: Omit<Toast, "id">): void {
  const id = nextId++;
  change([...toasts, { ...message, id }].slice(-3));
  dismissToast(id);
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
};
