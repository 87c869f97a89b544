/** An event of the window, because the tracker is another script. */
export const VIEWS_COUNTED = "viewscounted";

type ViewsCounted = { path: string; views: number };

declare global {
  interface Window {
    /** the latest, because it may come before the page listens */
    viewsCounted?: ViewsCounted;
  }
}

export function publishViews(counted: ViewsCounted): void {
  window.viewsCounted = counted;
  dispatchEvent(new Event(VIEWS_COUNTED));
}
