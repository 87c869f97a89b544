import { issueFormToken } from "../../../app/domain/subscribers/form-token.ts";
import type { Actor } from "../../app/actors.ts";
import { createTestApp, type TestApp } from "../../app/create-test-app.ts";

/** A site with a newsletter, whose clock can be moved. */
export async function createNewsletterSite(): Promise<TestApp & { move(minutes: number): void }> {
  let moved = 0;
  const app = await createTestApp({ clock: { now: () => new Date(Date.now() + moved) } });
  await setNewsletter(app, true);
  return {
    ...app,
    move: (minutes) => {
      moved += minutes * 60_000;
    },
  };
}

export async function setNewsletter(app: TestApp, newsletter: boolean, more: object = {}): Promise<void> {
  const value = JSON.stringify({ newsletter, ...more });
  await app.context.db
    .insertInto("settings")
    .values({ value })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ value }))
    .execute();
  await app.settings.renew();
  await app.app.contentChanged();
}

/** Of a form that was shown some seconds ago. */
export const ticketFrom = (app: TestApp, secondsAgo = 10): Promise<string> => {
  const now = () => new Date(app.context.clock.now().getTime() - secondsAgo * 1000);
  return issueFormToken({ ...app.context, clock: { now } });
};

export const ask = async (app: TestApp, email: string, by: Actor = app.actors.anonymous, more: object = {}) =>
  by.post("/api/newsletter", { email, ticket: await ticketFrom(app), page: "/newsletter", ...more });

export const findSubscriber = (app: TestApp, email: string) =>
  app.context.db.selectFrom("subscribers").selectAll().where("email", "=", email).executeTakeFirst();

export const mailsTo = (app: TestApp, email: string) =>
  app.context.db.selectFrom("outbox").select(["kind", "subject", "link"]).where("recipient", "=", email).execute();

/** `confirm`, `choices` and `leave`: the paths of their links. */
export async function addSubscriber(
  app: TestApp,
  email: string,
  state: "pending" | "confirmed" | "left" | "suppressed" = "confirmed",
) {
  const row = await app.context.db
    .insertInto("subscribers")
    .values({
      email,
      state,
      source: "form",
      consent_text: "Send me new articles.",
      consent_at: app.context.clock.now(),
      ...(state === "confirmed" && { confirmed_at: app.context.clock.now() }),
      ...((state === "left" || state === "suppressed") && { ended_at: app.context.clock.now() }),
      ...(state === "suppressed" && { suppressed_for: "complaint" }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const token = `${row.id}.${row.link_key}`;
  const path = (name: string) => `/newsletter/${name}?token=${token}`;
  return { ...row, token, confirm: path("confirm"), choices: path("choices"), leave: path("unsubscribe") };
}

/** Sends a form, as browsers without a script do. */
export const sendForm = (actor: Actor, path: string, fields: [string, string][] = [], headers: Record<string, string> = {}) =>
  actor.send("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
