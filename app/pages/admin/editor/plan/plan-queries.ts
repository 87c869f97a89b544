import { adminApi } from "../../../../browser/auth/admin-api.ts";
import type { PlanKind } from "../../../../domain/posts/scheduling/model.ts";
import { body, unwrapEmpty } from "../../../../http/api/admin/client.ts";

/** Plans what happens to a post by itself, in place of any earlier plan. `at` in ISO 8601. @throws ApiError */
export const planPost = (id: string, json: { kind: PlanKind; at: string; keep_published_at: boolean }) =>
  body(adminApi.posts[":id"].schedule.$put({ param: { id }, query: {}, json }));

/** Takes the plan of a post back. @throws ApiError */
export const cancelPlan = (id: string) => unwrapEmpty(adminApi.posts[":id"].schedule.$delete({ param: { id }, query: {} }));
