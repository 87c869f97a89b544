import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../../bin/setup/server-process.mjs";

/** Creates two million small objects, the newest 150,000 of them in use, and prints how large the young generation has become, in MB. */
const GROWING = `
  const objects = [];
  for (let i = 0; i < 2_000_000; i++) objects[i % 150_000] = { text: "lark " + i, numbers: [i, i, i, i] };
  const space = require("node:v8").getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  console.log(Math.round(space.space_size / 2 ** 20));`;

test("the server's young generation stays at twice 16 MB, however much passes through it", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SERVER_FLAGS, "-e", GROWING], {
    encoding: "utf8",
    env: { ...process.env, ...SERVER_ENVIRONMENT },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThanOrEqual(32);
});
