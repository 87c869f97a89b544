import { z } from "@hono/zod-openapi";
import { listTags } from "../../domain/tags/manage-tags.ts";
import { tagPolicy } from "../../domain/tags/tag.policy.ts";
import { tag as tagShape } from "../../domain/tags/tag.ts";
import { EXAMPLE, id } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Tags", "tag");

const tag = tagShape.extend({ id }).openapi("Tag");

const example = [{ id: EXAMPLE.id, name: "Habits", slug: "habits", posts_count: 3 }];

const list = createRoute("get", "/tags", tagPolicy.read, {
  id: "listTags",
  summary: "List tags",
  description: "The tags of published articles, by name.",
  answer: ok(z.array(tag), "The tags", example),
});

/** The tags of articles. */
export const tags = () => resource().openapi(list, async (c) => c.json(await listTags(c.var.deps.context), 200));
