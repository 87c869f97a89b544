/** Holds the id of the announcement that the reader has closed. */
const ANNOUNCEMENT_KEY = "announcement";

/** Marks <html> for the style sheet if the reader has closed the announcement of this page. */
export function markAnnouncement(): void {
  const { dataset } = document.documentElement;
  let closed: string | null = null;
  try {
    closed = localStorage.getItem(ANNOUNCEMENT_KEY);
  } catch {
    // The browser refuses storage, so the announcement is shown.
  }
  if (closed !== null && closed === dataset.announcement) dataset.announcementClosed = "";
  else delete dataset.announcementClosed;
}

/** The browser may be unable to remember it. */
export function closeAnnouncement(id: string): void {
  try {
    localStorage.setItem(ANNOUNCEMENT_KEY, id);
  } catch {
    // Then it is closed on this page only.
  }
  document.documentElement.dataset.announcementClosed = "";
}
