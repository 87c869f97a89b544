/** The key in local storage that holds the id of the announcement that the reader has closed. */
const ANNOUNCEMENT_KEY = "announcement";

/** Tells the style sheet whether the reader has closed the announcement of this page, which is an attribute of <html>. */
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

/** Closes the announcement with this id, as far as the browser can remember it. */
export function closeAnnouncement(id: string): void {
  try {
    localStorage.setItem(ANNOUNCEMENT_KEY, id);
  } catch {
    // Then it is closed on this page only.
  }
  document.documentElement.dataset.announcementClosed = "";
}
