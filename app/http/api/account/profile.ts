import { changeOwnProfile } from "../../../domain/users/change-user.ts";
import { readAccount } from "../../../domain/users/read-user.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { profileChange } from "../../../domain/users/user.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { account, exampleAccount } from "./shapes.ts";

const read = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "readAccount",
  method: "get",
  path: "/account",
  summary: "Read your account",
  description: "Who is signed in, as the site knows them.",
  request: { query: noQuery },
  responses: { 200: json(account, "The account", exampleAccount), ...errorResponses(401, 404) },
});

const update = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "updateAccount",
  method: "patch",
  path: "/account",
  summary: "Update your name and bio",
  description:
    "Sets the name that others see, and the bio under one's own articles. Address and password are changed at the auth service.",
  request: {
    query: noQuery,
    body: jsonBody(profileChange, { full_name: exampleAccount.full_name, bio: exampleAccount.bio }),
  },
  responses: { 200: json(account, "The account now", exampleAccount), ...errorResponses(401, 404, ...WRITE_REFUSALS) },
});

/** One's own account: reading it, changing name and bio. */
export const accountProfile = () =>
  resource()
    .openapi(read, async (c) => c.json(await readAccount(c.var.deps.context, signedIn(c).id), 200))
    .openapi(update, async (c) => {
      return c.json(await changeOwnProfile(c.var.deps.context, signedIn(c).id, c.req.valid("json")), 200);
    });
