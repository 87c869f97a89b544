import { z } from "@hono/zod-openapi";
import {
  featuredOrderState as featuredOrderRecord,
  featuredOrderSave,
  featuredPost as featuredPostRecord,
} from "../../../domain/posts/featured/featured.ts";
import { orderFeatured, readFeaturedOrder } from "../../../domain/posts/featured/order-featured.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { EXAMPLE, id } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Posts");

const featuredPost = z.object({ ...featuredPostRecord.shape, id }).openapi("FeaturedPost");
const featuredOrder = z.object({ ...featuredOrderRecord.shape, posts: z.array(featuredPost) }).openapi("FeaturedOrder");

const example = {
  posts: [{ id: EXAMPLE.id, title: "Mood Tracking Guide", slug: "mood-tracking-guide", published_at: EXAMPLE.date }],
  total: 1,
  is_own: true,
  version: 2,
  updated_at: EXAMPLE.date,
};

const read = createRoute("get", "/admin/featured-order", postPolicy.readAny, {
  id: "readFeaturedOrder",
  summary: "Read the order of the featured stories",
  description:
    "The featured articles in the order in which Home shows them: those that were put in order, then the others, newest first.",
  answer: ok(featuredOrder, "The featured articles", example),
});

const save = createRoute("put", "/admin/featured-order", postPolicy.update, {
  id: "updateFeaturedOrder",
  summary: "Put the featured stories in order",
  description:
    "Replaces the order. Featured articles that it leaves out follow, newest first; an empty list makes all of them newest first again. " +
    "`version` is the version that you read: if someone else has saved since, nothing changes and the answer is 409 (`stale_version`).",
  body: featuredOrderSave,
  example: { post_ids: [EXAMPLE.id], version: 1 },
  answer: ok(featuredOrder, "The featured articles in their new order", example),
  refuses: [409],
});

/** The order of the featured stories. */
export const adminFeatured = () =>
  resource()
    .openapi(read, async (c) => c.json(await readFeaturedOrder(c.var.deps.context, c.var.actor), 200))
    .openapi(save, async (c) => c.json(await orderFeatured(c.var.deps.context, c.var.actor, c.req.valid("json")), 200));
