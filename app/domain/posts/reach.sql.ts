import { type RawBuilder, sql } from "kysely";
import { type PolicyActor, personOf } from "../back-office.policy.ts";
import type { Ability } from "../policy.ts";
import { postPolicy } from "./post.policy.ts";

/** A condition on a column with ids of posts. */
export type Reach = (id: RawBuilder<unknown>) => RawBuilder<boolean>;

/** For what nobody in particular does: imports, plans, readers with a preview link. */
export const everyPost: Reach = () => sql`true`;

const noPost: Reach = () => sql`false`;

/** The articles of which somebody is an author, the first or a further one. */
const ownPosts =
  (author: string): Reach =>
  (id) =>
    sql`${id} in (
    select own.id from posts own where own.author_id = ${author}::uuid and own.kind = 'post'
    union all select own.id from post_coauthors o join posts own on own.id = o.post_id where o.user_id = ${author}::uuid and own.kind = 'post'
  )`;

/** The posts that an ability covers for an actor, with all that belongs to them; those that exist for them in the back office, unless given. */
export function reachOf(actor: PolicyActor, ability: Pick<Ability, "admits" | "coversAll"> = postPolicy.readAny): Reach {
  if (!ability.admits(actor)) return noPost;
  const person = personOf(actor);
  return person === null || ability.coversAll(actor) ? everyPost : ownPosts(person.id);
}

/** In the trash. Those who can’t publish reach what was a draft, since restoring brings the status back, and wasn’t handed in. */
export const trashReachOf = (actor: PolicyActor): Reach => {
  const reach = reachOf(actor);
  return postPolicy.publish.admits(actor)
    ? reach
    : (id) =>
        sql`${reach(id)} and ${id} in (select t.id from posts t where t.trashed_status = 'draft' and t.id not in (select h.post_id from hand_ins h))`;
};

/** Whether somebody reads title and slug of a post: of posts out of reach, only of published ones. */
const isNamed = (actor: PolicyActor, post: string) =>
  sql<boolean>`(${sql.ref(`${post}.status`)} = 'published' or ${reachOf(actor)(sql.ref(`${post}.id`))})`;

/** @param post alias of `posts` */
export const titleFor = (actor: PolicyActor, post = "p") =>
  sql<string>`case when ${isNamed(actor, post)} then ${sql.ref(`${post}.title`)} else 'An unpublished post' end`;

/** The id leads to the post, too. */
export const slugFor = (actor: PolicyActor, post = "p") =>
  sql<string>`case when ${isNamed(actor, post)} then ${sql.ref(`${post}.slug`)} else ${sql.ref(`${post}.id`)}::text end`;
