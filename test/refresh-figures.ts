import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Actor } from "./app/actors.ts";

const PATH = "/api/admin/analytics/refresh";

/** Has an admin refresh the figures, and waits until they are up to date, as the screens do. @returns their time, in ms */
export async function refreshFigures(admin: Actor): Promise<number> {
  const begun = await admin.post<{ requested_at: string }>(PATH);
  expect(begun.status).toBe(202);
  for (let tries = 0; tries < 500; tries++) {
    const { as_of } = (await admin.get<{ as_of: string }>(PATH)).body;
    if (as_of >= begun.body.requested_at) return Date.parse(as_of);
    await pause(100);
  }
  throw new Error("The figures were not refreshed");
}
