import { type RawBuilder, sql } from "kysely";
import { authorize } from "../../authorize.ts";
import type { PolicyActor } from "../../back-office.policy.ts";
import type { Context } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { paged } from "../../schema-fields.ts";
import { userPolicy } from "../../users/user.policy.ts";
import { commentPolicy } from "../comment.policy.ts";
import type { CommentBan, CommentBanPage } from "./ban.ts";

type Row = Omit<CommentBan, "ends_at" | "created_at"> & { ends_at: Date | null; created_at: Date };

const present = ({ ends_at, created_at, ...row }: Row): CommentBan => ({
  ...row,
  ends_at: ends_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

const select = (actor: PolicyActor, where: RawBuilder<unknown>) => sql<Row>`
  select b.id, b.reason, b.ends_at, b.created_at,
    case when u.id is not null then json_build_object('id', u.id, 'full_name', u.full_name, 'email',
      case when ${sql.lit(userPolicy.readAddresses.admits(actor))} then u.email end) end as "user",
    case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end as guest,
    case when m.id is not null then json_build_object('id', m.id, 'full_name', m.full_name) end as banned_by
  from comment_bans b left join users u on u.id = b.user_id left join guests g on g.id = b.guest_id left join users m on m.id = b.banned_by
  where ${where}`;

/** Those that haven't ended, the newest first. @throws DomainError `forbidden` */
export async function listBans(
  ctx: Context,
  actor: PolicyActor,
  { page, limit }: { page: number; limit: number },
): Promise<CommentBanPage> {
  authorize(actor, commentPolicy.ban);
  const active = sql`(b.ends_at is null or b.ends_at > ${ctx.clock.now()})`;
  const order = sql`order by b.created_at desc, b.id limit ${limit} offset ${(page - 1) * limit}`;
  const [found, counted] = await Promise.all([
    select(actor, sql`${active} ${order}`).execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n from comment_bans b where ${active}`.execute(ctx.db),
  ]);
  return paged(found.rows.map(present), counted.rows[0]?.n ?? 0, page, limit);
}

/** @throws DomainError PGRST116 */
export async function readBan(ctx: Context, actor: PolicyActor, id: string): Promise<CommentBan> {
  const [row] = (await select(actor, sql`b.id = ${id}`).execute(ctx.db)).rows;
  if (!row) throw notFound("Ban");
  return present(row);
}
