import { z } from "@hono/zod-openapi";
import { listTags } from "../../domain/tags/manage-tags.ts";
import { tagPolicy } from "../../domain/tags/tag.policy.ts";
import { tag as tagShape } from "../../domain/tags/tag.ts";
import { errorResponses } from "./error-responses.ts";
import { EXAMPLE, id, noQuery } from "./fields.ts";
import { createRoute, json, operation, resource } from "./operation.ts";

const tag = tagShape.extend({ id }).openapi("Tag");

const example = [{ id: EXAMPLE.id, name: "Habits", slug: "habits", posts_count: 3 }];

const list = createRoute({
  operationId: "listTags",
  ...operation("Tags", tagPolicy.read),
  method: "get",
  path: "/tags",
  summary: "List tags",
  description: "The tags of published articles, by name.",
  request: { query: noQuery },
  responses: { 200: json(z.array(tag), "The tags", example), ...errorResponses() },
});

/** The tags of articles. */
export const tags = () => resource().openapi(list, async (c) => c.json(await listTags(c.var.deps.context), 200));
