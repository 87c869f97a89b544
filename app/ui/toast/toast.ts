export type ToastAction = { label: "Undo"; run(): void };
export type Toast = { id: number; title: string; description?: string; tone: "success" | "error"; action?: ToastAction };

/** Specification, section 9. A toast with Undo stays longer, so that there is time to press it. */
const TOAST_MS = { success: 2000, error: 3000, action: 8000 } as const;

let toasts: Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
/** The timers of toasts by id. While a toast has the pointer or the focus, it has none. */
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

/** A toast stays while it has the pointer or the focus. */
export function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function dismissToast(id: number): void {
  const shown = toasts.find((one) => one.id === id);
  if (!shown || timers.has(id)) return;
  timers.set(
    id,
    setTimeout(() => dismiss(id), shown.action ? TOAST_MS.action : TOAST_MS[shown.tone]),
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
