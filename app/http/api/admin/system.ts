import { z } from "@hono/zod-openapi";
import { issuePass } from "../../../domain/auth/browser-tokens.ts";
import { readDemo, removeDemo } from "../../../domain/demo/remove-demo.ts";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { settingsPolicy } from "../../../domain/settings/settings.policy.ts";
import { check } from "../../../domain/system/checks/check.ts";
import { runChecks } from "../../../domain/system/checks/run-checks.ts";
import { readSystem, retryJob } from "../../../domain/system/read-system.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { systemFacts } from "../../../domain/system/system.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { proxyTraffic } from "../../guards/proxy-traffic.ts";
import { setPassCookie } from "../../middleware/close-for-maintenance.ts";
import { signedIn } from "../../middleware/require.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("System", "job");

const count = (description: string) => z.number().int().openapi({ minimum: 0, description });

const demoContent = z
  .object({
    posts: count("Demo articles"),
    edited_posts: count("Demo articles that have been edited"),
    comments: count("Demo comments"),
    users: count("Demo accounts that no one has signed in to"),
    likes: count("Likes of demo articles"),
    views: count("Views of demo articles"),
    visits: count("Demo visits in the analytics"),
    tags: count("Tags of demo articles that no other article has"),
    other_comments: count("Comments of real people on demo articles; they are deleted with the article"),
  })
  .openapi("DemoContent");

const example = {
  posts: 14,
  edited_posts: 1,
  comments: 12,
  users: 5,
  likes: 431,
  views: 6200,
  visits: 6900,
  tags: 30,
  other_comments: 2,
};

const readDemoRoute = createRoute("get", "/admin/demo-content", systemPolicy.readDemoContent, {
  id: "readDemoContent",
  scope: "never",
  summary: "Read how much demo content there is",
  description: "How much demo content is left, and what else would be deleted with it.",
  answer: ok(demoContent, "The counts", example),
});

const remove = createRoute("delete", "/admin/demo-content", systemPolicy.deleteDemoContent, {
  id: "deleteDemoContent",
  scope: "never",
  summary: "Delete the demo content",
  description:
    "Deletes all demo articles with their comments, likes and views, and all demo comments, accounts and tags. The owner’s own content " +
    "stays, and the demo content doesn’t come back. Does nothing if none is left.",
  answer: done("The demo content is deleted"),
});

export const adminDemoContent = () =>
  resource()
    .openapi(readDemoRoute, async (c) => c.json(await readDemo(c.var.deps.context), 200))
    .openapi(remove, async (c) => {
      const { context, settings } = c.var.deps;
      await removeDemo(context, c.var.actor);
      // The hero's button may have lost its article.
      await settings.renew();
      return c.body(null, 204);
    });

const issue = createRoute("post", "/admin/maintenance/pass", settingsPolicy.enterClosedSite, {
  id: "createMaintenancePass",
  scope: "never",
  summary: "Create a pass to see the site during maintenance",
  description:
    "Sets a cookie that lets this browser see the site’s pages during maintenance. It is valid for an hour, ends " +
    "with the session, and grants nothing else.",
  answer: done("The cookie is set"),
});

export const adminMaintenancePass = () =>
  resource().openapi(issue, async (c) => {
    setPassCookie(c, await issuePass(c.var.deps.context, signedIn(c)));
    return c.body(null, 204);
  });

const read = createRoute("get", "/admin/system", systemPolicy.readState, {
  id: "readSystem",
  scope: "never",
  summary: "Read the state of the system",
  description:
    "Versions, applied migrations, which environment variables are set, dependencies and their licenses, and jobs that failed.",
  answer: ok(systemFacts, "The state of the system"),
});

const runRoute = createRoute("get", "/admin/system/checks", systemPolicy.runChecks, {
  id: "readChecks",
  scope: "never",
  summary: "Check the installation",
  description:
    "Checks database, disk, mail, storage, proxy, background work and more, as `npm run doctor` does: what was found, why it matters, " +
    "and what to do about it. It connects to the mail server without sending an email, and writes and deletes a small file where images " +
    "are stored. Takes a few seconds.",
  answer: ok(z.object({ items: z.array(check) }), "What was found, in a fixed order", { items: [exampleOf(check)] }),
});

const retry = createRoute("post", "/admin/system/jobs/{id}/retry", systemPolicy.retryJob, {
  id: "retryJob",
  scope: "never",
  summary: "Retry a failed job",
  description: "Runs a failed job again, within seconds. 404 for other jobs.",
  answer: done("The job is queued"),
  refuses: [413, 415],
});

export const adminSystem = () =>
  resource()
    .openapi(read, async (c) => {
      const { context, projectDir } = c.var.deps;
      return c.json(await readSystem(context, { projectDir, env: process.env, unknownProxy: sawUnknownProxy(c) }), 200);
    })
    .openapi(runRoute, async (c) => {
      const { deps } = c.var;
      const installation = await deps.installation({ state: "ready", traffic: proxyTraffic(deps) });
      return c.json({ items: await runChecks(installation) }, 200);
    })
    .openapi(retry, async (c) => {
      await retryJob(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
