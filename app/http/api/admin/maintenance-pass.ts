import { issuePass } from "../../../domain/auth/issue-pass.ts";
import { settingsPolicy } from "../../../domain/settings/settings.policy.ts";
import { keepPass } from "../../middleware/close-for-maintenance.ts";
import { signedIn } from "../../middleware/require.ts";
import { errorResponses } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { resource } from "../resource.ts";

const issue = createRoute({
  ...operation("System", settingsPolicy.enterClosedSite),
  operationId: "createMaintenancePass",
  method: "post",
  path: "/admin/maintenance/pass",
  summary: "Create a pass to see the site during maintenance",
  description:
    "Sets a cookie that shows the site's pages to this browser while they are closed for maintenance. It lasts for an hour and ends " +
    "with the session. It grants nothing else.",
  request: { query: noQuery },
  responses: { 204: { description: "The cookie is set" }, ...errorResponses(401, 403, 404, 429) },
});

/** Lets an admin's browser see the pages while they are closed to everybody else. */
export const adminMaintenancePass = () =>
  resource().openapi(issue, async (c) => {
    keepPass(c, await issuePass(c.var.deps.context, signedIn(c)));
    return c.body(null, 204);
  });
