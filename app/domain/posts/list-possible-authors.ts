import { sql } from "kysely";
import { z } from "zod";
import { type Actor, authorize } from "../authorize.ts";
import type { Context } from "../context.ts";
import { grantsOf, writers } from "../policy.ts";
import { component, EXAMPLE, exampleOf } from "../schema-fields.ts";
import { peopleFor } from "../users/user.policy.ts";
import { person } from "../users/user.ts";
import { postPolicy } from "./post.policy.ts";

const possibleAuthor = component("PossibleAuthor", person, {
  id: EXAMPLE.id,
  full_name: "Ada Larkin",
  email: "ada@blog.example",
});

export const possibleAuthors = component("PossibleAuthors", z.object({ items: z.array(possibleAuthor) }), {
  items: [exampleOf(possibleAuthor)],
});

type PossibleAuthor = z.infer<typeof possibleAuthor>;

const LISTED = 500;

/** Active users who may write, by name. @throws DomainError `forbidden` */
export async function listPossibleAuthors(ctx: Context, actor: Actor): Promise<PossibleAuthor[]> {
  authorize(actor, postPolicy.editAny);
  const { rows } = await sql<PossibleAuthor>`
    select id, full_name, email from users
    where is_active and invited_at is null and id in (
      select id from users where role = 'admin' union all select user_id from grants where "grant" = any(${grantsOf(writers)}::text[])
    ) order by lower(coalesce(full_name, email)), id limit ${LISTED}`.execute(ctx.db);
  return peopleFor(actor, rows);
}
