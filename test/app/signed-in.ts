import type { Insertable } from "kysely";
import { startSession } from "../../app/domain/auth/sessions.ts";
import type { Grant } from "../../app/domain/users/grants/grant-rules.ts";
import type { DB } from "../../db/schema.gen.ts";
import { buildGrants, buildUser } from "../builders.ts";
import { createActor } from "./actors.ts";
import type { TestApp } from "./create-test-app.ts";

const META = { address: "203.0.113.77", userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

/** A session of a user: its token and an actor who speaks HTTP with it. */
export async function signIn(app: Pick<TestApp, "context" | "fetch">, userId: string) {
  const session = await startSession(app.context, userId, META);
  const headers = { authorization: `Bearer ${session.access_token}` };
  return { session, token: session.access_token, actor: createActor(app.fetch, { headers }) };
}

/** A new user who is signed in; every column can be overridden. */
export async function signedInUser(
  app: Pick<TestApp, "context" | "fetch">,
  { grants = [], ...values }: Partial<Insertable<DB["users"]>> & { grants?: Grant[] } = {},
) {
  const user = await buildUser(app.context.db, { email_confirmed_at: new Date(), ...values });
  await buildGrants(app.context.db, user.id, grants);
  return { user, ...(await signIn(app, user.id)) };
}
