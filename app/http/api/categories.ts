import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../domain/categories/category.policy.ts";
import { category as categoryShape } from "../../domain/categories/category.ts";
import { listCategories } from "../../domain/categories/manage-categories.ts";
import { EXAMPLE, id } from "./fields.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Categories", "category");

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

const list = createRoute("get", "/categories", categoryPolicy.read, {
  id: "listCategories",
  summary: "List categories",
  description: "All categories by name, with the number of their published articles.",
  answer: ok(z.array(category), "The categories", example),
});

/** The categories of articles. */
export const categories = () => resource().openapi(list, async (c) => c.json(await listCategories(c.var.deps.context), 200));
