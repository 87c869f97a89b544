import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../app/create-test-app.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { refreshFigures } from "../../refresh-figures.ts";
import { buildVisit } from "../../visits.ts";

const PATH = "/api/admin/analytics";

test("a refresh answers before its work is done, and says when it is", async () => {
  const app = await createTestApp();
  const { actor: admin } = await signedInUser(app, { role: "admin" });
  await buildVisit(app.context.db, { at: new Date(Date.now() - 60_000), pages: [{ path: "/" }] });
  // A rollup can't begin while another transaction writes the timezone that it counts by.
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const locking = app.context.db.transaction().execute(async (trx) => {
    await sql`lock table analytics_options in access exclusive mode`.execute(trx);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;

  const { status, body } = await admin.post<{ requested_at: string; as_of: string }>(`${PATH}/refresh`);
  expect(status).toBe(202);
  expect(body.as_of < body.requested_at).toBe(true);
  const meanwhile = (await admin.get<{ as_of: string }>(`${PATH}/refresh`)).body;
  expect(meanwhile.as_of).toBe(body.as_of);

  released.resolve();
  await locking;
  expect(await refreshFigures(admin)).toBeGreaterThanOrEqual(Date.parse(body.requested_at));
  const overview = (await admin.get<{ visits: number }>(`${PATH}/overview?range=7d`)).body;
  expect(overview.visits).toBe(1);
  await app.close();
});
