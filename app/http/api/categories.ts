import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../domain/categories/category.policy.ts";
import { category } from "../../domain/categories/category.ts";
import { listCategories } from "../../domain/categories/manage-categories.ts";
import { ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Categories", "category");

const list = createRoute("get", "/categories", categoryPolicy.read, {
  id: "listCategories",
  scope: "public",
  summary: "List categories",
  description: "All categories by name, with the number of their published articles.",
  answer: ok(z.array(category), "The categories"),
});

export const categories = () => resource().openapi(list, async (c) => c.json(await listCategories(c.var.deps.context), 200));
