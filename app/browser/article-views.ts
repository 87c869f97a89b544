/** The event of the window by which the tracker, another script, tells the page how many views an article has. */
export const VIEWS_COUNTED = "viewscounted";

type ViewsCounted = { path: string; views: number };

declare global {
  interface Window {
    /** what the tracker was told last, because it may be told before the page listens */
    viewsCounted?: ViewsCounted;
  }
}

export function tellViews(counted: ViewsCounted): void {
  window.viewsCounted = counted;
  dispatchEvent(new Event(VIEWS_COUNTED));
}
