import type { Context } from "../context.ts";

/** The event after which a shared cache in front of the site is told what has changed. */
export const PURGE_WANTED = "purge_wanted";

/** Where to tell it: a URL, and the token that is sent along. */
export type PurgeHook = { url: string; token: string | undefined };

/** How long the hook may take to answer, in ms. */
const PATIENCE_MS = 10_000;
/** Another purge follows after this time, in seconds: by then every instance has applied the change, even if its notification was lost. */
const AGAIN_AFTER = 5;

/**
 * The tags of pages that show what has changed.
 * @param table the table that a notification names; null when it isn't known
 */
export const tagsOf = (table: string | null): string[] => (table === "comments" ? ["articles"] : ["site"]);

/** Enqueues purges of the pages with these tags, now and once more. While one for the same tags waits, there is no second one. */
export async function enqueuePurge({ db, jobs }: Context, tags: readonly string[]): Promise<void> {
  const key = [...new Set(tags)].sort().join(" ");
  const data = { tags: key.split(" ") };
  await jobs?.send(PURGE_WANTED, data, { db, key });
  await jobs?.send(PURGE_WANTED, data, { db, key: `${key} again`, after: AGAIN_AFTER });
}

/** Tells the hook. @throws Error when it doesn't take it; the job is then tried again */
export async function sendPurge({ url, token }: PurgeHook, tags: readonly string[]): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ tags }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the purge hook at ${new URL(url).host} answered ${response.status}`);
}
