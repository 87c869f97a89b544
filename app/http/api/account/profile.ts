import { createRoute, z } from "@hono/zod-openapi";
import { readAccount } from "../../../domain/users/reading.ts";
import { renameAccount } from "../../../domain/users/renaming.ts";
import { signedIn } from "../../middleware/require.ts";
import { noQuery } from "../fields.ts";
import { refusals, WRITE_REFUSALS } from "../refusals.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { ACCOUNT, account, exampleAccount, fullName } from "./shapes.ts";

const read = createRoute({
  ...ACCOUNT,
  operationId: "readAccount",
  method: "get",
  path: "/account",
  summary: "Read one's own account",
  description: "Who is signed in, as the site knows them.",
  request: { query: noQuery },
  responses: { 200: json(account, "The account", exampleAccount), ...refusals(401, 404) },
});

const change = createRoute({
  ...ACCOUNT,
  operationId: "changeAccount",
  method: "patch",
  path: "/account",
  summary: "Change one's own name",
  description: "Sets the name that others see. Address and password are changed at the auth service.",
  request: {
    query: noQuery,
    body: jsonBody(z.strictObject({ full_name: fullName }), { full_name: exampleAccount.full_name }),
  },
  responses: { 200: json(account, "The account now", exampleAccount), ...refusals(401, 404, ...WRITE_REFUSALS) },
});

/** One's own account: reading it, changing the name. */
export const accountProfile = () =>
  resource()
    .openapi(read, async (c) => c.json(await readAccount(c.var.deps.context, signedIn(c).id), 200))
    .openapi(change, async (c) => {
      const { full_name } = c.req.valid("json");
      return c.json(await renameAccount(c.var.deps.context, signedIn(c).id, full_name), 200);
    });
