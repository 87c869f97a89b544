import { z } from "@hono/zod-openapi";
import { createRedirect, deleteRedirect } from "../../../domain/redirects/edit-redirects.ts";
import { listOldAddresses, listRedirects } from "../../../domain/redirects/list-redirects.ts";
import { redirectPolicy } from "../../../domain/redirects/redirect.policy.ts";
import { newRedirect, oldAddress, oldAddressPage, redirect, redirectPage } from "../../../domain/redirects/redirect.ts";
import { REDIRECT_SORTS } from "../../../domain/redirects/redirect-rules.ts";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Redirects", "redirect");

const list = createRoute("get", "/admin/redirects", redirectPolicy.read, {
  id: "listRedirects",
  scope: "posts:read",
  summary: "List redirects",
  description: "Paths without a page that lead to another page; the newest first unless `sort` is given.",
  query: z.strictObject({
    search: listSearch,
    sort: oneOf(
      REDIRECT_SORTS,
      `must be one of ${REDIRECT_SORTS.join(", ")}`,
      "A field, with `-` before it for descending",
      "-created_at",
    ).optional(),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(redirectPage, "A page of redirects", onePage(redirect, LIST_LIMIT)),
});

const create = createRoute("post", "/admin/redirects", redirectPolicy.create, {
  id: "createRedirect",
  scope: "posts:publish",
  summary: "Create a redirect",
  description:
    "Makes a path without a page answer 301. The new path must have a page. If it is redirected itself, the redirect leads to its " +
    "target, so there are neither chains nor loops. 409 (`23505`) if the path is redirected already.",
  body: newRedirect,
  example: { from_path: exampleOf(redirect).from_path, to_path: exampleOf(redirect).to_path },
  answer: created(redirect, "The redirect as it is stored"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/redirects/{id}", redirectPolicy.delete, {
  id: "deleteRedirect",
  scope: "posts:publish",
  summary: "Delete a redirect",
  description: "Its path answers 404 again.",
  answer: done("The redirect is deleted"),
});

const listFormer = createRoute("get", "/admin/old-addresses", redirectPolicy.read, {
  id: "listFormerSlugs",
  scope: "posts:read",
  summary: "List the former slugs of articles",
  description:
    "Former slugs redirect to the article by themselves. Those that are followed most come first. A page beyond the last is " +
    "empty and has the right totals.",
  query: z.strictObject({ search: listSearch, page: listPage, limit: listLimit }),
  answer: ok(oldAddressPage, "A page of old URLs", onePage(oldAddress, LIST_LIMIT)),
});

export const adminRedirects = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "-created_at", page = 1, limit = LIST_LIMIT, search } = c.req.valid("query");
      return c.json(await listRedirects(c.var.deps.context, { search, sort, page, limit }), 200);
    })
    .openapi(create, async (c) => c.json(await createRedirect(c.var.deps.context, c.var.actor, c.req.valid("json")), 201))
    .openapi(remove, async (c) => {
      await deleteRedirect(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(listFormer, async (c) => {
      const { page = 1, limit = LIST_LIMIT, search } = c.req.valid("query");
      return c.json(await listOldAddresses(c.var.deps.context, { search, page, limit }), 200);
    });
