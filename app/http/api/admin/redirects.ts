import { z } from "@hono/zod-openapi";
import { createRedirect, deleteRedirect } from "../../../domain/redirects/edit-redirects.ts";
import { listOldAddresses, listRedirects } from "../../../domain/redirects/list-redirects.ts";
import { redirectPolicy } from "../../../domain/redirects/redirect.policy.ts";
import {
  newRedirect,
  oldAddressPage as oldAddressPageRecord,
  oldAddress as oldAddressRecord,
  redirectPage as redirectPageRecord,
  redirect as redirectRecord,
} from "../../../domain/redirects/redirect.ts";
import { REDIRECT_SORTS } from "../../../domain/redirects/redirect-rules.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, id, LIST_LIMIT, listLimit, listPage, listSearch, noQuery, oneOf } from "../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../operation.ts";

const redirect = z.object({ ...redirectRecord.shape, id }).openapi("Redirect");

const redirectPage = z.object({ ...redirectPageRecord.shape, items: z.array(redirect) }).openapi("RedirectPage");

const example = {
  id: EXAMPLE.id,
  from_path: "/2019/05/mood-diary.html",
  to_path: "/about",
  hits: 12,
  last_hit_at: EXAMPLE.date,
  created_by: "ada@blog.example",
  created_at: EXAMPLE.date,
};

const list = createRoute({
  ...operation("Redirects", redirectPolicy.read),
  operationId: "listRedirects",
  method: "get",
  path: "/admin/redirects",
  summary: "List redirects",
  description: "Paths without a page that lead to another page; the newest first unless `sort` is given.",
  request: {
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
  },
  responses: {
    200: json(redirectPage, "A page of redirects", { items: [example], total: 1, page: 1, pages: 1, limit: LIST_LIMIT }),
    ...errorResponses(401, 403),
  },
});

const create = createRoute({
  ...operation("Redirects", redirectPolicy.create),
  operationId: "createRedirect",
  method: "post",
  path: "/admin/redirects",
  summary: "Create a redirect",
  description:
    "Makes a path without a page answer 301. The new path must have a page. If it is redirected itself, the redirect leads to its " +
    "target, so there are neither chains nor loops. 409 (`23505`) if the path is redirected already.",
  request: { query: noQuery, body: jsonBody(newRedirect, { from_path: example.from_path, to_path: example.to_path }) },
  responses: {
    201: json(redirect, "The redirect as it is stored", example),
    ...errorResponses(401, 404, 409, ...WRITE_REFUSALS),
  },
});

const remove = createRoute({
  ...operation("Redirects", redirectPolicy.delete),
  operationId: "deleteRedirect",
  method: "delete",
  path: "/admin/redirects/{id}",
  summary: "Delete a redirect",
  description: "Its path answers 404 again.",
  request: { params: z.object({ id: id.openapi({ description: "The redirect's id" }) }), query: noQuery },
  responses: { 204: { description: "The redirect is deleted" }, ...errorResponses(401, 403, 404, 429) },
});

const oldAddress = z.object({ ...oldAddressRecord.shape, post_id: id }).openapi("OldAddress");

const oldAddressPage = z.object({ ...oldAddressPageRecord.shape, items: z.array(oldAddress) }).openapi("OldAddressPage");

const exampleOldAddress = {
  from_path: "/story/first-name",
  to_path: "/story/second-name",
  post_id: EXAMPLE.id,
  title: "A second name",
  is_public: true,
  hits: 12,
  last_hit_at: EXAMPLE.date,
  created_at: EXAMPLE.date,
};

const listFormer = createRoute({
  ...operation("Redirects", redirectPolicy.read),
  operationId: "listFormerSlugs",
  method: "get",
  path: "/admin/old-addresses",
  summary: "List the former slugs of articles",
  description:
    "Former slugs redirect to the article by themselves. Those that are followed most come first. A page beyond the last is " +
    "empty and has the right totals.",
  request: { query: z.strictObject({ search: listSearch, page: listPage, limit: listLimit }) },
  responses: {
    200: json(oldAddressPage, "A page of old addresses", {
      items: [exampleOldAddress],
      total: 1,
      page: 1,
      pages: 1,
      limit: LIST_LIMIT,
    }),
    ...errorResponses(401, 403),
  },
});

/** Redirects, and the former slugs of articles, which redirect by themselves. */
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
