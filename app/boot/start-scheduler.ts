import type { Context } from "../domain/context.ts";
import { endAnnouncement } from "../domain/navigation/show-navigation.ts";
import { announceClosing } from "../domain/posts/comments-open.sql.ts";
import { carryOutPlans, type PlansOf } from "../domain/posts/schedule/carry-out-plans.ts";
import { rebuildSearch } from "../domain/search/rebuild-search.ts";
import { reportError } from "../platform/log.ts";

const LOOK_MS = 10_000;

type SchedulerOptions = { of(): PlansOf; everyMs?: number };

/** Looks at once and then every 10 seconds. Every instance does, and none takes a plan that another one has taken. */
export function startScheduler(ctx: Context, { of, everyMs = LOOK_MS }: SchedulerOptions): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let lookedAt = ctx.clock.now();
  const look = () => {
    const report = (message: string) => (error: unknown) => void (isStopped || reportError(ctx.log, error, message));
    running = carryOutPlans(ctx, of())
      .catch(report("planned publications could not be looked for"))
      .then(() => endAnnouncement(ctx))
      .catch(report("the end of the announcement could not be looked for"))
      .then(async () => {
        lookedAt = await announceClosing(ctx, lookedAt);
      })
      .catch(report("articles whose comments have closed could not be looked for"))
      .then(() => rebuildSearch(ctx))
      .catch(report("searches could not be brought up to the site's language"))
      .then(() => {
        if (isStopped) return;
        timer = setTimeout(look, everyMs);
        timer.unref();
      });
  };
  look();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
