import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Context } from "../domain/context.ts";
import { claimDeliveries, composeEvents, endLeases } from "../domain/webhooks/claim-deliveries.ts";
import { type DeliveryTools, deliverEvent } from "../domain/webhooks/deliver-event.ts";
import { reportError } from "../platform/log.ts";
import { type Rounds, startRounds } from "./start-rounds.ts";

/** While there is a webhook, and otherwise. */
const BUSY_MS = 2000;
const IDLE_MS = 30_000;
/** Longer than any delivery. */
const LEASE_SECONDS = 30;
/** What is still on its way then is delivered again by the next process. */
const STOP_MS = 3000;

const isAnyActive = async ({ db }: Context): Promise<boolean> =>
  (await db.selectFrom("webhooks").select("id").where("is_active", "=", true).limit(1).executeTakeFirst()) !== undefined;

/** Looks at once, then often while there is a webhook. Every instance does; they share what is due. */
export function startWebhooks(
  ctx: Context,
  tools: DeliveryTools,
  { busyMs = BUSY_MS, idleMs = IDLE_MS, leaseSeconds = LEASE_SECONDS } = {},
): Rounds {
  const underWay = new Set<Promise<void>>();
  const rounds = startRounds(
    async (signal) => {
      if (!(await isAnyActive(ctx))) return idleMs;
      const report = (error: unknown) =>
        void (signal.aborted || reportError(ctx.log, error, "a delivery of a webhook could not be noted; it is repeated"));
      await endLeases(ctx.db);
      const hasMore = await composeEvents(ctx);
      for (const delivery of await claimDeliveries(ctx.db, crypto.randomUUID(), leaseSeconds)) {
        const sent = deliverEvent(ctx, delivery, tools)
          .catch(report)
          .finally(() => {
            underWay.delete(sent);
            rounds.wake();
          });
        underWay.add(sent);
        // Beginning a hundred of them at once would keep a request waiting.
        await nextTurn();
      }
      return hasMore ? 0 : busyMs;
    },
    { retryMs: busyMs, onError: (error) => reportError(ctx.log, error, "webhooks could not be looked after") },
  );
  return {
    wake: rounds.wake,
    async stop() {
      await rounds.stop();
      const late = new AbortController();
      const patience = pause(STOP_MS, undefined, { signal: late.signal }).catch(() => undefined);
      await Promise.race([Promise.all(underWay), patience]);
      late.abort();
    },
  };
}
