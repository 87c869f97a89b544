import type { Context } from "../context.ts";

export const PURGE_WANTED = "purge_wanted";

/** The token is sent along. */
export type PurgeHook = { url: string; token: string | undefined };

const PATIENCE_MS = 10_000;
/** Seconds: by then every instance has applied the change, even if its notification was lost. */
const AGAIN_AFTER = 5;

/** @param table the table that a notification names; null when it isn't known */
export const tagsOf = (table: string | null): string[] => (table === "comments" ? ["articles"] : ["site"]);

/** Now and once more. While one for the same tags waits, there is no second one. */
export async function enqueuePurge({ db, jobs }: Context, tags: readonly string[]): Promise<void> {
  const key = [...new Set(tags)].sort().join(" ");
  const data = { tags: key.split(" ") };
  await jobs?.send(PURGE_WANTED, data, { db, key });
  await jobs?.send(PURGE_WANTED, data, { db, key: `${key} again`, after: AGAIN_AFTER });
}

/** @throws Error when the hook doesn't take it; the job is then tried again */
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
