import { type RawBuilder, sql } from "kysely";
import { type PolicyActor, personOf } from "../back-office.policy.ts";
import { postPolicy } from "./post.policy.ts";

/** A condition on a column with ids of posts. */
export type Reach = (id: RawBuilder<unknown>) => RawBuilder<boolean>;

/** For what nobody in particular does: imports, plans, readers with a preview link. */
export const everyPost: Reach = () => sql`true`;

/** The posts that exist for an actor in the back office: for editors and admins all of them, for others the articles that they own. */
export const reachOf = (actor: PolicyActor): Reach =>
  postPolicy.editAny.admits(actor)
    ? everyPost
    : (id) =>
        sql`${id} in (select own.id from posts own where own.author_id = ${personOf(actor)?.id ?? null}::uuid and own.kind = 'post')`;

/** In the trash. Those who can’t publish reach what was a draft, since restoring brings the status back, and wasn’t handed in. */
export const trashReachOf = (actor: PolicyActor): Reach => {
  const reach = reachOf(actor);
  return postPolicy.publish.admits(actor)
    ? reach
    : (id) =>
        sql`${reach(id)} and ${id} in (select t.id from posts t where t.trashed_status = 'draft' and t.id not in (select h.post_id from hand_ins h))`;
};
