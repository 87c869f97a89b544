import { z } from "@hono/zod-openapi";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { cancelPlan, planInput, planPost, readPlan } from "../../../domain/posts/scheduling/plan-post.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { planned } from "./post-shapes.ts";

const params = z.object({ id: id.openapi({ description: "The post's id" }) });

const plan = planned
  .extend({
    keep_published_at: z.boolean(),
    set_by: z.object({ id: z.string(), full_name: z.string().nullable(), email: z.string() }).nullable(),
    created_at: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Plan");
const example = {
  kind: "publish" as const,
  at: "2027-01-31T09:30:00.000Z",
  failure: null,
  keep_published_at: false,
  set_by: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
  created_at: EXAMPLE.date,
};

const read = createRoute({
  ...operation("Schedule", postPolicy.readAny),
  operationId: "readPlan",
  method: "get",
  path: "/admin/posts/{id}/schedule",
  summary: "Read the plan of a post",
  description:
    "When it is published or its waiting changes are, and why it could not be, where that is so. 404 when nothing is planned.",
  request: { params, query: noQuery },
  responses: { 200: json(plan, "The plan", example), ...errorResponses(401, 403, 404) },
});

const set = createRoute({
  ...operation("Schedule", postPolicy.update),
  operationId: "updatePlan",
  method: "put",
  path: "/admin/posts/{id}/schedule",
  summary: "Create or update the plan of a post",
  description:
    "`publish` is for posts that readers don't see; what holds for publishing holds here, and the post stays a draft until its time. " +
    "`update` publishes the staged changes of a post. It takes the place of any earlier plan. The post goes out within a minute of its " +
    "time, once, and is dated by it. 409 (`contradiction`) when the staged changes are older than what was saved in the same fields.",
  request: {
    params,
    query: noQuery,
    body: jsonBody(planInput, { kind: "publish" as const, at: "2027-01-31T09:30:00Z", keep_published_at: false }),
  },
  responses: { 200: json(plan, "The plan", example), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

const cancel = createRoute({
  ...operation("Schedule", postPolicy.update),
  operationId: "deletePlan",
  method: "delete",
  path: "/admin/posts/{id}/schedule",
  summary: "Delete the plan of a post",
  description: "The post stays as it is; changes that waited go on waiting.",
  request: { params, query: noQuery },
  responses: { 204: { description: "Nothing is planned any more" }, ...errorResponses(401, 403, 404, 429) },
});

/** What happens to posts by itself. */
export const adminSchedule = () =>
  resource()
    .openapi(read, async (c) => c.json(await readPlan(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(set, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await planPost(deps.context, actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(cancel, async (c) => {
      await cancelPlan(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
