import { z } from "@hono/zod-openapi";
import { listPages } from "../../../domain/posts/pages/list-pages.ts";
import { pageRow as pageRecord } from "../../../domain/posts/pages/page.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { errorResponses } from "../error-responses.ts";
import { EXAMPLE, id, noQuery } from "../fields.ts";
import { createRoute, json, operation, resource } from "../operation.ts";

const pageRow = z.object({ ...pageRecord.shape, id }).openapi("PageRow");

const example = {
  id: EXAMPLE.id,
  title: "Imprint",
  slug: "imprint",
  status: "published" as const,
  updated_at: EXAMPLE.date,
  author: "Ada Larkin",
  has_changes: false,
  planned_at: null,
};

const list = createRoute({
  ...operation("Posts", postPolicy.readAny),
  operationId: "listPages",
  method: "get",
  path: "/admin/pages",
  summary: "List own pages",
  description:
    "The site's own pages of every status, such as an imprint, by title. A page is a post of the kind `page`: the operations of " +
    "posts create, read, change, plan and delete it, and its address is `/{slug}`.",
  request: { query: noQuery },
  responses: {
    200: json(z.object({ items: z.array(pageRow) }), "All own pages", { items: [example] }),
    ...errorResponses(401, 403),
  },
});

/** The site's own pages in the back office. */
export const adminPages = () =>
  resource().openapi(list, async (c) => c.json({ items: await listPages(c.var.deps.context, c.var.actor) }, 200));
