import { z } from "@hono/zod-openapi";
import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { adminCategory, adminCategoryPage, categoryChanges, categoryInput } from "../../../domain/categories/category.ts";
import { CATEGORY_SORTS } from "../../../domain/categories/category-rules.ts";
import { changeCategory, createCategory, deleteCategory, listForAdmins } from "../../../domain/categories/manage-categories.ts";
import { id } from "../../../domain/schema-fields.ts";
import { listPage, listSearch, oneOf, onePage, wholeNumber } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Categories", "category");

/** The screen and the editor show all of them on one page. */
const LIMIT = 500;

const exampleInput = { name: "Wellness", slug: "wellness", description: "Body and mind, kindly treated.", color: "#22c55e" };

const SORT = "A field, with `-` before it for descending; by name unless given";

const list = createRoute("get", "/admin/categories", categoryPolicy.readAny, {
  id: "listAdminCategories",
  scope: "posts:read",
  summary: "List categories with their numbers of posts",
  description: "By name and all on one page unless given otherwise, with their numbers of posts of every status.",
  query: z.strictObject({
    search: listSearch,
    sort: oneOf(CATEGORY_SORTS, `must be one of ${CATEGORY_SORTS.join(", ")}`, SORT, "name").optional(),
    page: listPage,
    limit: wholeNumber(LIMIT, "Categories per page", LIMIT).optional(),
  }),
  answer: ok(adminCategoryPage, "A page of categories", onePage(adminCategory, LIMIT)),
});

const create = createRoute("post", "/admin/categories", categoryPolicy.create, {
  id: "createCategory",
  scope: "posts:publish",
  summary: "Create a category",
  description: "Without a slug, it gets one made from its name. 409 (`23505`) if another category has the slug.",
  body: categoryInput,
  example: exampleInput,
  answer: created(adminCategory, "The new category"),
  refuses: [409],
});

const update = createRoute("patch", "/admin/categories/{id}", categoryPolicy.update, {
  id: "updateCategory",
  scope: "posts:publish",
  summary: "Update a category",
  description: "Fields that are left out don’t change. 409 (`23505`) if another category has the slug.",
  body: categoryChanges,
  example: exampleInput,
  answer: ok(adminCategory, "The updated category"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/categories/{id}", categoryPolicy.delete, {
  id: "deleteCategory",
  scope: "posts:publish",
  summary: "Delete a category",
  description:
    "Moves it to the trash. Its posts get the category in `move_to`, or none without it. If the category is restored, it gets the posts " +
    "back that haven’t been moved since.",
  query: z.strictObject({ move_to: id.optional().openapi({ description: "The new category of its posts" }) }),
  answer: done("It is in the trash"),
});

export const adminCategories = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "name", page = 1, limit = LIMIT, search } = c.req.valid("query");
      return c.json(await listForAdmins(c.var.deps.context, { search, sort, page, limit }), 200);
    })
    .openapi(create, async (c) => c.json(await createCategory(c.var.deps.context, c.var.actor, c.req.valid("json")), 201))
    .openapi(update, async (c) => {
      const changes = c.req.valid("json");
      return c.json(await changeCategory(c.var.deps.context, c.var.actor, c.req.valid("param").id, changes), 200);
    })
    .openapi(remove, async (c) => {
      await deleteCategory(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("query").move_to);
      return c.body(null, 204);
    });
