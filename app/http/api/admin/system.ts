import { z } from "@hono/zod-openapi";
import { readSystem } from "../../../domain/system/read-system.ts";
import { retryJob } from "../../../domain/system/retry-job.ts";
import { systemPolicy } from "../../../domain/system/system.policy.ts";
import { sawUnknownProxy } from "../../guards/limited-address.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";

const system = z
  .object({
    version: z.string(),
    node: z.string(),
    postgres: z.string(),
    migrations: z.array(
      z.object({ version: z.number().int(), name: z.string(), applied_at: z.string().openapi({ format: "date-time" }) }),
    ),
    environment: z
      .array(z.object({ name: z.string(), is_set: z.boolean() }))
      .openapi({ description: "The environment variables that are read, never with their values" }),
    unknown_proxy: z
      .boolean()
      .openapi({ description: "Whether requests seem to come through a proxy that TRUST_PROXY doesn't name" }),
    dependencies: z
      .array(z.object({ name: z.string(), version: z.string(), license: z.string() }))
      .openapi({ description: "The packages that the product asks for, and their licences" }),
    failed_jobs: z
      .array(z.object({ id, name: z.string(), failed_at: z.string().openapi({ format: "date-time" }), reason: z.string() }))
      .openapi({ description: "Background work of the last day that nothing came of, however often it was tried; newest first" }),
  })
  .openapi("System");

const read = createRoute({
  ...operation("System", systemPolicy.readState),
  operationId: "readSystem",
  method: "get",
  path: "/admin/system",
  summary: "Read the state of the system",
  description:
    "Versions, applied migrations, which environment variables are set, dependencies and their licences, and jobs that failed.",
  request: { query: noQuery },
  responses: {
    200: json(system, "Versions and the like", {
      version: "1.0.0",
      node: "24.0.0",
      postgres: "18.0",
      migrations: [{ version: 1, name: "0001_reading.sql", applied_at: EXAMPLE.date }],
      environment: [{ name: "SMTP_URL", is_set: true }],
      unknown_proxy: false,
      dependencies: [{ name: "hono", version: "4.0.0", license: "MIT" }],
      failed_jobs: [{ id: EXAMPLE.id, name: "posts.due", failed_at: EXAMPLE.date, reason: "The disk is full" }],
    }),
    ...errorResponses(401, 403),
  },
});

const retry = createRoute({
  ...operation("System", systemPolicy.retryJob),
  operationId: "retryJob",
  method: "post",
  path: "/admin/system/jobs/{id}/retry",
  summary: "Retry a failed job",
  description: "Background work that was given up gets one attempt more, within seconds. One that isn't given up answers 404.",
  request: { params: z.object({ id: id.openapi({ description: "The job's id" }) }), query: noQuery },
  responses: { 204: { description: "It is going to be done again" }, ...errorResponses(401, 403, 404, 413, 415, 429) },
});

/** What the product stands on. */
export const adminSystem = () =>
  resource()
    .openapi(read, async (c) => {
      const { context, projectDir } = c.var.deps;
      return c.json(await readSystem(context, { projectDir, env: process.env, unknownProxy: sawUnknownProxy(c) }), 200);
    })
    .openapi(retry, async (c) => {
      await retryJob(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
