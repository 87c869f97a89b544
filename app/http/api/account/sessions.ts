import { z } from "@hono/zod-openapi";
import { listSessions, type OpenSession, revokeSession } from "../../../domain/auth/sessions.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { placeName } from "../../../platform/places/places.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";

const session = z
  .object({
    id,
    created_at: z.string().openapi({ format: "date-time" }),
    last_used_at: z.string().openapi({ format: "date-time" }),
    user_agent: z.string().nullable().openapi({ description: "What the browser says of itself" }),
    address: z.string().nullable().openapi({ description: "Where it was last used from" }),
    place: z
      .string()
      .nullable()
      .openapi({ description: "Where in the world that address is, as far as a file on the server knows; null if it doesn't" }),
    current: z.boolean().openapi({ description: "Whether it is the one that asks" }),
  })
  .openapi("AccountSession");

const example = {
  id: EXAMPLE.id,
  created_at: EXAMPLE.date,
  last_used_at: EXAMPLE.date,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: "203.0.113.5",
  place: "Germany",
  current: true,
};

const list = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "listSessions",
  method: "get",
  path: "/account/sessions",
  summary: "List your sessions",
  description: "The account's sessions that haven't ended, the most recently used first.",
  request: { query: noQuery },
  responses: { 200: json(z.array(session), "The sessions", [example]), ...errorResponses(401) },
});

const end = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "deleteSession",
  method: "delete",
  path: "/account/sessions/{id}",
  summary: "Delete a session",
  description: "Ends one of one's own sessions at once; it may be the one that asks.",
  request: { params: z.object({ id: id.openapi({ description: "The session's id" }) }), query: noQuery },
  responses: { 204: { description: "It has ended" }, ...errorResponses(401, 403, 404, 429) },
});

/** One's own sessions. */
export const accountSessions = () =>
  resource()
    .openapi(list, async (c) => {
      const actor = signedIn(c);
      const { context, places } = c.var.deps;
      const sessions = await listSessions(context, actor.id);
      const present = (one: OpenSession) => ({
        ...one,
        place: placeName(places.find(one.address)),
        current: one.id === actor.sessionId,
      });
      return c.json(sessions.map(present), 200);
    })
    .openapi(end, async (c) => {
      await revokeSession(c.var.deps.context, signedIn(c).id, c.req.valid("param").id);
      return c.body(null, 204);
    });
