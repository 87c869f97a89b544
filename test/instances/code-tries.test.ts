import { expect, test } from "vitest";
import { TEST_ORIGIN } from "../app/actors.ts";
import { createMovedClock, enroll, newClient, refusal } from "../auth/authenticator.ts";
import { openTestContext } from "../context.ts";
import { urlOf } from "../platform/database.ts";
import { ADMIN, bootInstance, type Instance } from "./boot-instance.ts";

const clientOf = ({ url }: Instance) =>
  newClient({
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      expect(request.url).toContain(TEST_ORIGIN);
      const { method, headers } = request;
      const body = method === "GET" ? undefined : await request.text();
      return fetch(url + pathname + search, { method, headers, body });
    },
  });

test("five wrong codes are all that an account has, spread over two instances and two apps", async () => {
  const opened = await openTestContext();
  const DATABASE_URL = urlOf(opened.config);
  const first = await bootInstance({ DATABASE_URL });
  const second = await bootInstance({ DATABASE_URL });
  const clock = createMovedClock();
  const clients = [clientOf(first), clientOf(second)] as const;
  const [one, two] = clients;
  for (const client of clients) expect((await client.signInWithPassword(ADMIN)).error).toBeNull();
  const phone = await enroll(one, clock);
  expect((await one.mfa.challengeAndVerify({ factorId: phone.factorId, code: phone.code() })).error).toBeNull();
  const tablet = await enroll(one, clock, "Tablet");
  expect((await one.mfa.challengeAndVerify({ factorId: tablet.factorId, code: tablet.code() })).error).toBeNull();
  for (const client of clients) expect((await client.signInWithPassword(ADMIN)).error).toBeNull();

  // Codes of now and of the 30 seconds around it are left out.
  const right = () => [phone, tablet].flatMap(({ code }) => [-60_000, -30_000, 0, 30_000, 60_000].map((off) => code(off)));
  const wrong = () =>
    Array.from({ length: 20 }, (_, n) => String(n).padStart(6, "0")).find((code) => !right().includes(code)) ?? "";
  for (const [client, { factorId }] of [
    [one, phone],
    [two, tablet],
    [two, phone],
    [one, tablet],
    [two, phone],
  ] as const)
    expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: wrong() }))).toEqual([422, "mfa_verification_failed"]);
  for (const client of clients)
    for (const { factorId, code } of [phone, tablet])
      expect(refusal(await client.mfa.challengeAndVerify({ factorId, code: code() }))).toEqual([429, "over_request_rate_limit"]);
  await Promise.all([first.stop(), second.stop()]);
  await opened.close();
});
