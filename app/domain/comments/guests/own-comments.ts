import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { EDIT_MS } from "../comment-rules.ts";
import type { Guest } from "../commenter.ts";
import type { GuestComment } from "./guest-rules.ts";

/** As many as one page shows. */
const SHOWN_MAX = 100;

/** The newest first, with those that wait for approval. */
export async function readGuestComments({ db, clock }: Context, guest: Guest): Promise<GuestComment[]> {
  const since = new Date(clock.now().getTime() - EDIT_MS);
  const { rows } = await sql<GuestComment>`
    select c.id, c.content, c.status, p.title, p.slug, c.created_at > ${since} as "canEdit"
    from comments c join posts p on p.id = c.post_id
    where c.guest_id = ${guest.id} and c.status in ('pending', 'approved') and p.status = 'published'
    order by c.created_at desc, c.id limit ${SHOWN_MAX}`.execute(db);
  return rows;
}
