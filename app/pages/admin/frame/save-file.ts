/** How long the browser may take to begin reading a file, in ms. */
const READ_MS = 60_000;

/**
 * Saves the body of a response as a file of the name that it carries.
 * @param fallback the name if it carries none
 */
export async function saveFile(response: Response, fallback: string): Promise<void> {
  const file = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = file;
  link.download = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? fallback;
  link.click();
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(file), READ_MS);
}
