import { z } from "@hono/zod-openapi";
import { listTags } from "../../domain/tags/manage-tags.ts";
import { tagPolicy } from "../../domain/tags/tag.policy.ts";
import { tag } from "../../domain/tags/tag.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Tags", "tag");

const list = createRoute("get", "/tags", tagPolicy.read, {
  id: "listTags",
  scope: "public",
  summary: "List tags",
  description: "The tags of published articles, by name.",
  answer: ok(z.array(tag), "The tags"),
});

export const tags = () => resource().openapi(list, async (c) => c.json(await listTags(c.var.deps.context), 200));
