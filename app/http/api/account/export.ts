import { z } from "@hono/zod-openapi";
import { exportAccount } from "../../../domain/users/export-account.ts";
import { userPolicy } from "../../../domain/users/user.policy.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { exampleAccount } from "./shapes.ts";

const rows = z.array(z.record(z.string(), z.unknown()));

const exported = z
  .object({
    exported_at: z.string().openapi({ format: "date-time" }),
    profile: z.record(z.string(), z.unknown()),
    sessions: rows.openapi({ description: "Where the account was signed in" }),
    posts: rows.openapi({ description: "Articles of one's own" }),
    comments: rows.openapi({ description: "Comments, whatever became of them" }),
    mails: rows.openapi({ description: "Messages to the account's address, without their texts" }),
  })
  .openapi("AccountExport");

const example = {
  exported_at: EXAMPLE.date,
  profile: exampleAccount,
  sessions: [],
  posts: [],
  comments: [{ content: "Thank you, this helped.", status: "approved", created_at: EXAMPLE.date }],
  mails: [],
};

const download = createRoute({
  ...operation("Account", userPolicy.manageOwn),
  operationId: "exportAccount",
  method: "get",
  path: "/account/export",
  summary: "Export your data",
  description: "All that the site holds about the account, as one JSON file. Secrets such as the password's hash are left out.",
  request: { query: noQuery },
  responses: { 200: json(exported, "The file", example), ...errorResponses(401, 404) },
});

/** One's own data as a file. */
export const accountExport = () =>
  resource().openapi(download, async (c) => {
    const data = await exportAccount(c.var.deps.context, signedIn(c).id);
    const file = `account-${data.exported_at.toISOString().slice(0, 10)}.json`;
    // For people: indented. Dates become text on the way.
    return c.body(`${JSON.stringify(data, null, 2)}\n`, 200, {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${file}"`,
    }) as never;
  });
