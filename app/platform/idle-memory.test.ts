import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { freeIdleMemory } from "./idle-memory.ts";

/** Leaves objects that survive some collections, as those of a start do. @returns the memory in use while they are needed, in MB */
async function leaveGarbage(): Promise<number> {
  const objects: { text: string }[] = [];
  for (let i = 0; i < 600_000; i += 1) {
    objects.push({ text: `lark ${i}` });
    if (i % 100_000 === 0) await pause(1);
  }
  expect(objects).toHaveLength(600_000);
  return used();
}

const used = () => process.memoryUsage().heapUsed / 1024 ** 2;

test("unused memory is freed as soon as the process is idle", async () => {
  const before = await leaveGarbage();
  const end = freeIdleMemory(50);
  await expect.poll(used).toBeLessThan(before - 20);
  await end();
});
