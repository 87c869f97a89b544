/** One file on its way; `share` of it has been sent, from 0 to 1, and at 1 the server still works on it. */
export type QueuedUpload = {
  key: number;
  file: File;
  state: "waiting" | "sending" | "failed";
  share: number;
  /** why it failed */
  problem: string;
};

/** So many at once: the server prepares one picture at a time, and the next may arrive meanwhile. */
const AT_ONCE = 2;

let keys = 0;

/** A file that waits for its turn. */
export function queued(file: File): QueuedUpload {
  keys += 1;
  return { key: keys, file, state: "waiting", share: 0, problem: "" };
}

/** Those whose turn it is, the first first. @param underway those that are being sent, by their keys */
export const nextUploads = (uploads: readonly QueuedUpload[], underway: { size: number; has(key: number): boolean }) =>
  uploads.filter(({ state, key }) => state === "waiting" && !underway.has(key)).slice(0, Math.max(0, AT_ONCE - underway.size));

/** What is said when all that could be uploaded has been. */
export const uploadedText = (count: number): string => (count === 1 ? "File uploaded" : `${count} files uploaded`);

/** How far one has come, in words. */
export function stateText({ state, share, problem }: QueuedUpload): string {
  if (state === "failed") return problem;
  if (state === "waiting") return "Waiting...";
  return share < 1 ? `${Math.round(share * 100)}%` : "Preparing...";
}
