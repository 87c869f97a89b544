import { z } from "@hono/zod-openapi";
import { createToken } from "../../../domain/tokens/create-token.ts";
import { listTokens } from "../../../domain/tokens/list-tokens.ts";
import { revokeToken } from "../../../domain/tokens/revoke-token.ts";
import { tokenPolicy } from "../../../domain/tokens/token.policy.ts";
import { apiToken, apiTokenPage, madeToken, newToken } from "../../../domain/tokens/token.ts";
import { TOKENS_MAX, TOKENS_ON_PAGE } from "../../../domain/tokens/token-rules.ts";
import { signedIn } from "../../middleware/require.ts";
import { listLimit, listPage, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";
import { ownerProof, takeProof } from "../owner-proof.ts";

const createRoute = routesOf("API tokens", "token");

const list = createRoute("get", "/admin/tokens", tokenPolicy.read, {
  id: "listTokens",
  scope: "never",
  summary: "List API tokens",
  description:
    "Your own, for admins everybody’s, the newest first. Expired tokens stay in the list until they are revoked. A page beyond the last is " +
    "empty and has the right total.",
  query: z.strictObject({ page: listPage, limit: listLimit }),
  answer: ok(apiTokenPage, "A page of tokens", onePage(apiToken, TOKENS_ON_PAGE)),
});

const add = createRoute("post", "/admin/tokens", tokenPolicy.create, {
  id: "createToken",
  scope: "never",
  summary: "Create an API token",
  description:
    "For yourself. Only this answer has the token. It may do what its scopes name and you may do at that time, at most. If your session began " +
    "more than 15 minutes ago, it needs `current_password`, or the `nonce` that `/auth/v1/reauthenticate` emails, else the answer is 400 " +
    `(\`reauthentication_needed\`). 409 (\`too_many\`) if you have ${TOKENS_MAX}.`,
  body: newToken.extend(ownerProof.shape),
  example: { name: "Notes of the laptop", scopes: ["posts:read", "posts:write"], expires_at: "2099-01-31T00:00:00Z" },
  answer: created(madeToken, "The new token"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/tokens/{id}", tokenPolicy.read, {
  id: "deleteToken",
  scope: "never",
  summary: "Revoke an API token",
  description: "One of your own, for admins anybody’s. It is refused from the next request on.",
  answer: done("The token is revoked"),
});

export const apiTokens = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = TOKENS_ON_PAGE } = c.req.valid("query");
      return c.json(await listTokens(c.var.deps.context, signedIn(c), { page, limit }), 200);
    })
    .openapi(add, async (c) => {
      const { current_password, nonce, ...input } = c.req.valid("json");
      const proof = await takeProof(c, { current_password, nonce });
      return c.json(await createToken(c.var.deps.context, signedIn(c), input, proof), 201);
    })
    .openapi(remove, async (c) => {
      await revokeToken(c.var.deps.context, signedIn(c), c.req.valid("param").id);
      return c.body(null, 204);
    });
