import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword, storePassword } from "../../../app/domain/auth/passwords.ts";
import type { OwnSubscription } from "../../../app/domain/subscribers/subscriber.ts";
import { signedInUser } from "../../app/signed-in.ts";
import { buildCategory } from "../../builders.ts";
import { addSubscriber, ask, createNewsletterSite, findSubscriber, setNewsletter } from "./newsletter-site.ts";

const PASSWORD = "larks over the field";
const PATH = "/api/account/newsletter";
const WEEKLY = { frequency: "weekly", categories: null, language: null };

let app: Awaited<ReturnType<typeof createNewsletterSite>>;
beforeAll(async () => {
  app = await createNewsletterSite();
});
afterAll(() => app.close());

async function somebody(values: { email_confirmed_at?: Date | null } = {}) {
  const { user, actor } = await signedInUser(app, values);
  await storePassword(app.context, user.id, await hashPassword(PASSWORD));
  return { user, actor };
}

test("nobody without an account, and nobody whose address isn’t confirmed, sees or changes a subscription", async () => {
  expect((await app.actors.anonymous.get(PATH)).status).toBe(401);
  const { user, actor } = await somebody({ email_confirmed_at: null });
  await addSubscriber(app, user.email);
  expect((await actor.get<OwnSubscription>(PATH)).body.choices).toBeNull();
  expect((await actor.put(PATH, WEEKLY)).status).toBe(404);
  expect((await actor.delete(PATH)).status).toBe(404);
  const exported = await actor.get<{ newsletter: unknown }>("/api/account/export");
  expect(exported.body.newsletter).toBeNull();
  await actor.send("DELETE", "/api/account", {
    body: JSON.stringify({ password: PASSWORD, erase_subscription: true }),
    headers: { "content-type": "application/json" },
  });
  expect((await findSubscriber(app, user.email))?.state).toBe("confirmed");
});

test("choices that make no sense are refused", async () => {
  const { user, actor } = await somebody();
  await addSubscriber(app, user.email);
  for (const change of [
    { frequency: "hourly" },
    { categories: [] },
    { categories: ["x"] },
    { language: "x y" },
    { state: "left" },
  ])
    expect((await actor.put(PATH, { ...WEEKLY, ...change })).status).toBe(400);
  expect((await actor.put(PATH, { ...WEEKLY, categories: [crypto.randomUUID()] })).status).toBe(400);
  expect((await findSubscriber(app, user.email))?.frequency).toBe("post");
});

test("users see, change and end the subscription of their own address alone", async () => {
  const category = await buildCategory(app.context.db, { name: "Walks" });
  const { user, actor } = await somebody();
  const other = await somebody();
  await addSubscriber(app, user.email.toUpperCase());
  expect((await other.actor.get<OwnSubscription>(PATH)).body.choices).toBeNull();
  const chosen = { frequency: "weekly", categories: [category.id], language: "de" };
  expect((await actor.put<OwnSubscription>(PATH, chosen)).body.choices).toEqual(chosen);
  expect((await actor.get<OwnSubscription>(PATH)).body).toMatchObject({
    choices: chosen,
    offered: { categories: expect.arrayContaining([{ id: category.id, name: "Walks" }]) },
  });
  expect((await actor.delete(PATH)).status).toBe(204);
  expect((await findSubscriber(app, user.email.toUpperCase()))?.state).toBe("left");
  expect((await actor.delete(PATH)).status).toBe(404);
});

test("without a digest, users are offered every article, and a weekly email that they chose is kept", async () => {
  const { user, actor } = await somebody();
  await addSubscriber(app, user.email);
  await actor.put(PATH, WEEKLY);
  await setNewsletter(app, true, { newsletterDigest: false });
  const off = (await actor.get<OwnSubscription>(PATH)).body;
  expect([off.choices?.frequency, off.offered.frequencies]).toEqual(["weekly", ["post"]]);
  expect((await actor.put<OwnSubscription>(PATH, { ...WEEKLY, language: "de" })).body.choices).toEqual({
    ...WEEKLY,
    language: "de",
  });
  await setNewsletter(app, true);
  const on = (await actor.get<OwnSubscription>(PATH)).body;
  expect([on.choices?.frequency, on.offered.frequencies]).toEqual(["weekly", ["post", "weekly"]]);
});

test("a subscription from the account says so, and waits for its confirmation", async () => {
  const { user, actor } = await somebody();
  expect((await ask(app, user.email, actor, { page: "/account" })).status).toBe(204);
  expect(await findSubscriber(app, user.email)).toMatchObject({ source: "account", state: "pending", consent_page: "/account" });
  expect((await actor.get<OwnSubscription>(PATH)).body.choices).toBeNull();
});

test("the export has the record of consent without the key of the links", async () => {
  const { user, actor } = await somebody();
  const { link_key } = await addSubscriber(app, user.email);
  const { text, body } = await actor.get<{ newsletter: object }>("/api/account/export");
  expect(body.newsletter).toMatchObject({
    email: user.email,
    state: "confirmed",
    consent_text: "Send me new articles.",
    categories: [],
  });
  expect(text).not.toContain(link_key);
});

test.each([
  [false, "confirmed"],
  [true, undefined],
])("deleting the account with erase_subscription %s leaves the subscription %s", async (erase, state) => {
  const { user, actor } = await somebody();
  await addSubscriber(app, user.email);
  const answer = await actor.send("DELETE", "/api/account", {
    body: JSON.stringify({ password: PASSWORD, erase_subscription: erase }),
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(204);
  expect((await findSubscriber(app, user.email))?.state).toBe(state);
});
