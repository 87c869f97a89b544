import { z } from "@hono/zod-openapi";
import { listPages } from "../../../domain/posts/pages/list-pages.ts";
import { pageRow } from "../../../domain/posts/pages/page.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { exampleOf } from "../../../domain/schema-fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Posts");

const list = createRoute("get", "/admin/pages", postPolicy.editAny, {
  id: "listPages",
  scope: "posts:read",
  summary: "List own pages",
  description:
    "The site’s own pages of every status, such as an imprint, by title. A page is a post of the kind `page`: the operations of " +
    "posts create, read, change, plan and delete it, and its address is `/{slug}`.",
  answer: ok(z.object({ items: z.array(pageRow) }), "All own pages", { items: [exampleOf(pageRow)] }),
});

export const adminPages = () =>
  resource().openapi(list, async (c) => c.json({ items: await listPages(c.var.deps.context, c.var.actor) }, 200));
