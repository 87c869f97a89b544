/** Sizes in px (specification, section 9). */
const POPUP = { width: 600, height: 400 };

function openPopup(url: string): void {
  const left = Math.max(0, Math.round(screenX + (outerWidth - POPUP.width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - POPUP.height) / 2));
  open(url, "_blank", `noopener,width=${POPUP.width},height=${POPUP.height},left=${left},top=${top}`);
}

const withQuery = (url: string, query: Record<string, string>) => `${url}?${new URLSearchParams(query)}`;

export const shareOnTwitter = (title: string, url: string) =>
  openPopup(withQuery("https://twitter.com/intent/tweet", { text: title, url }));

export const shareOnFacebook = (url: string) => openPopup(withQuery("https://www.facebook.com/sharer/sharer.php", { u: url }));

export const shareOnLinkedIn = (url: string) => openPopup(withQuery("https://www.linkedin.com/sharing/share-offsite/", { url }));

/** @returns false if the browser refuses */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
