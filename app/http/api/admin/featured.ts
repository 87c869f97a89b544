import { featuredOrderSave, featuredOrderState } from "../../../domain/posts/featured/featured.ts";
import { orderFeatured, readFeaturedOrder } from "../../../domain/posts/featured/order-featured.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { EXAMPLE } from "../../../domain/schema-fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Posts");

const read = createRoute("get", "/admin/featured-order", postPolicy.orderFeatured, {
  id: "readFeaturedOrder",
  scope: "posts:read",
  summary: "Read the order of the featured stories",
  description:
    "The featured articles in the order in which Home shows them: those that were put in order, then the others, newest first.",
  answer: ok(featuredOrderState, "The featured articles"),
});

const save = createRoute("put", "/admin/featured-order", postPolicy.orderFeatured, {
  id: "updateFeaturedOrder",
  scope: "posts:publish",
  summary: "Put the featured stories in order",
  description:
    "Replaces the order. Featured articles that it leaves out follow, newest first; an empty list makes all of them newest first again. " +
    "`version` is the version that you read: if someone else has saved since, nothing changes and the answer is 409 (`stale_version`).",
  body: featuredOrderSave,
  example: { post_ids: [EXAMPLE.id], version: 1 },
  answer: ok(featuredOrderState, "The featured articles in their new order"),
  refuses: [409],
});

export const adminFeatured = () =>
  resource()
    .openapi(read, async (c) => c.json(await readFeaturedOrder(c.var.deps.context, c.var.actor), 200))
    .openapi(save, async (c) => c.json(await orderFeatured(c.var.deps.context, c.var.actor, c.req.valid("json")), 200));
