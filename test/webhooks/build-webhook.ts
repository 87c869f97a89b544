import type { Insertable } from "kysely";
import { EVENT_NAMES } from "../../app/domain/webhooks/webhook-rules.ts";
import type { Db } from "../../app/platform/database/db.ts";
import type { DB } from "../../db/schema.gen.ts";

export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** One that wants every event; every column can be overridden. */
export function buildWebhook(db: Db, values: Partial<Insertable<DB["webhooks"]>> = {}): Promise<{ id: string }> {
  const url = values.url ?? "https://hooks.example/skylark";
  const row = { name: "Search index", url, host: new URL(url).hostname, events: [...EVENT_NAMES], secret: SECRET };
  return db
    .insertInto("webhooks")
    .values({ ...row, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
}
