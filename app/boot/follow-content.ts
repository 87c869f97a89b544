import type { createApp } from "../app.ts";
import { type Listener, listen } from "../platform/database/listen.ts";
import type { Log } from "../platform/log.ts";
import type { Undo } from "./boot-options.ts";
import type { Connections } from "./open-connections.ts";
import type { queuePurges } from "./queue-purges.ts";
import { readContentVersion, watchContent } from "./watch-content.ts";

/** After these changes, copies from before may still be shown while the database is away. What is taken away has its own notification. */
const ADDITIONS = new Set(["posts", "comments", "posts_tags"]);

/** How long after its notification a change may be applied. */
const NOTIFIED_MS = 5000;

type FollowOptions = {
  app: Pick<ReturnType<typeof createApp>, "contentChanged" | "contentRemoved">;
  /** the version of the content before the app read any of it */
  applied: string;
  purges: ReturnType<typeof queuePurges> | null;
  log: Log;
};

/** @returns `saved`: resolves once the app shows what is committed now; `heardAt`: when the listening connection was last alive */
export async function followContent(
  { database, hears, request: { db }, replica }: Connections,
  { app, applied, purges, log }: FollowOptions,
  undo: Undo,
): Promise<{ saved(): Promise<void>; heardAt(): Date | null }> {
  let notifiedAt = Number.NEGATIVE_INFINITY;
  const watch = watchContent({
    read: () => readContentVersion(db),
    applied,
    apply: async () => {
      // No notification says what this change is about.
      const wasNotified = performance.now() - notifiedAt <= NOTIFIED_MS;
      if (!wasNotified) app.contentRemoved();
      replica?.expectLatest();
      await app.contentChanged();
      if (!wasNotified) purges?.want(null);
    },
    hears,
    onError: (err) => log.error({ err }, "a change of content could not be applied; it is tried again"),
  });
  undo.push(watch.close);
  if (!hears) return { saved: watch.look, heardAt: () => null };
  const onNotification = (about: string) => {
    notifiedAt = performance.now();
    if (!ADDITIONS.has(about)) app.contentRemoved();
    watch.notified();
    purges?.want(about);
  };
  const onReconnect = () => void watch.look();
  const listener: Listener = await listen(database.connection, "content_changed", onNotification, { log, onReconnect });
  undo.push(listener.close);
  return { saved: watch.settle, heardAt: listener.heardAt };
}
