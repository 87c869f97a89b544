import { z } from "@hono/zod-openapi";
import { listOldAddresses } from "../../../domain/redirects/list-redirects.ts";
import { redirectPolicy } from "../../../domain/redirects/redirect.policy.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, id } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, resource } from "../resource.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch } from "./list-fields.ts";

const count = z.number().int().openapi({ minimum: 0 });
const date = z.string().openapi({ format: "date-time" });

const oldAddress = z
  .object({
    from_path: z.string().openapi({ description: "Where the article stood before" }),
    to_path: z.string().openapi({ description: "Where it stands now" }),
    post_id: id,
    title: z.string(),
    is_public: z
      .boolean()
      .openapi({ description: "Whether the article is published; else the address leads nowhere at the moment" }),
    hits: count.openapi({ description: "How often it was followed; written every few seconds" }),
    last_hit_at: date.nullable(),
    created_at: date.openapi({ description: "Since when it is an old one" }),
  })
  .openapi("OldAddress");
const page = z
  .object({ items: z.array(oldAddress), total: count, page: count, pages: count, limit: count })
  .openapi("OldAddressPage");

const example = {
  from_path: "/story/first-name",
  to_path: "/story/second-name",
  post_id: EXAMPLE.id,
  title: "A second name",
  is_public: true,
  hits: 12,
  last_hit_at: EXAMPLE.date,
  created_at: EXAMPLE.date,
};

const list = createRoute({
  ...operation("Redirects", redirectPolicy.read),
  operationId: "listFormerSlugs",
  method: "get",
  path: "/admin/old-addresses",
  summary: "List the former slugs of articles",
  description:
    "Each leads to the article's address of today by itself. Those that are followed most come first; a page beyond the last is " +
    "empty and tells the right totals.",
  request: { query: z.strictObject({ search: listSearch, page: listPage, limit: listLimit }) },
  responses: {
    200: json(page, "A page of old addresses", { items: [example], total: 1, page: 1, pages: 1, limit: LIST_LIMIT }),
    ...errorResponses(401, 403),
  },
});

/** Redirects that nobody had to make. */
export const adminOldAddresses = () =>
  resource().openapi(list, async (c) => {
    const { page: number = 1, limit = LIST_LIMIT, search } = c.req.valid("query");
    return c.json(await listOldAddresses(c.var.deps.context, { search, page: number, limit }), 200);
  });
