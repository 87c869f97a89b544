import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../domain/categories/category.policy.ts";
import { category as categoryShape } from "../../domain/categories/category.ts";
import { listCategories } from "../../domain/categories/manage-categories.ts";
import { errorResponses } from "./error-responses.ts";
import { EXAMPLE, id, noQuery } from "./fields.ts";
import { createRoute, json, operation, resource } from "./operation.ts";

const category = categoryShape.extend({ id }).openapi("Category");

const example = [
  {
    id: EXAMPLE.id,
    name: "Wellness",
    slug: "wellness",
    description: "Body and mind, kindly treated.",
    color: "#22c55e",
    posts_count: 1,
  },
];

const list = createRoute({
  operationId: "listCategories",
  ...operation("Categories", categoryPolicy.read),
  method: "get",
  path: "/categories",
  summary: "List categories",
  description: "All categories by name, with the number of their published articles.",
  request: { query: noQuery },
  responses: { 200: json(z.array(category), "The categories", example), ...errorResponses() },
});

/** The categories of articles. */
export const categories = () => resource().openapi(list, async (c) => c.json(await listCategories(c.var.deps.context), 200));
