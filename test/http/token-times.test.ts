import { afterAll, beforeAll, expect, test } from "vitest";
import { newTokenText } from "../../app/domain/tokens/token-text.ts";
import { systemRandom } from "../../app/platform/clock.ts";
import { createActor } from "../app/actors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { buildUser } from "../builders.ts";

/** Needs an idle machine and half a minute: `TOKEN_TIMES=20000 npx vitest run test/http/token-times.test.ts`. */
const TIMES = Number(process.env.TOKEN_TIMES ?? 0);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Of the mean. */
const variance = (values: number[]) => {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1) / values.length;
};

test.runIf(TIMES > 0)(
  `in ${TIMES} tries, a token that is nearly right takes as long as any other (Welch's t)`,
  async () => {
    const { id } = await buildUser(app.context.db, { role: "admin" });
    const secret = systemRandom.hex(27);
    await buildToken(app, id, { random: { hex: () => secret } });
    const texts = {
      near: () => newTokenText({ hex: () => secret.slice(0, -4) + systemRandom.hex(2) }),
      far: () => newTokenText(systemRandom),
    };
    const took: Record<keyof typeof texts, number[]> = { near: [], far: [] };
    for (let n = 0; n < TIMES + 200; n++) {
      const kind = Math.random() < 0.5 ? "near" : "far";
      const actor = createActor(app.fetch, { headers: { authorization: `Bearer ${texts[kind]()}` } });
      const begun = performance.now();
      const { status } = await actor.get("/api/admin/posts");
      const ms = performance.now() - begun;
      expect(status).toBe(401);
      // The first ones warm up.
      if (n >= 200) took[kind].push(ms);
    }
    const { near, far } = took;
    const t = (mean(near) - mean(far)) / Math.sqrt(variance(near) + variance(far));
    process.stderr.write(`t = ${t.toFixed(2)}; nearly right ${mean(near).toFixed(4)} ms, others ${mean(far).toFixed(4)} ms\n`);
    expect(Math.abs(t)).toBeLessThan(4.5);
  },
  600_000,
);

test("two wrong tokens, one of them nearly right, are answered alike", async () => {
  const { id } = await buildUser(app.context.db, { role: "admin" });
  const secret = systemRandom.hex(27);
  await buildToken(app, id, { random: { hex: () => secret } });
  const answerTo = async (hex: string) => {
    const headers = { authorization: `Bearer ${newTokenText({ hex: () => hex })}` };
    const { status, text } = await createActor(app.fetch, { headers }).get("/api/admin/posts");
    return { status, text };
  };
  const last = secret.endsWith("0") ? "1" : "0";
  expect(await answerTo(secret.slice(0, -1) + last)).toEqual(await answerTo(systemRandom.hex(27)));
  expect((await answerTo(secret)).status).toBe(200);
});
