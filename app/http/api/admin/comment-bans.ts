import { z } from "@hono/zod-openapi";
import { commentBan, commentBanPage, madeBan, newBan } from "../../../domain/comments/bans/ban.ts";
import { banCommenter, liftBan } from "../../../domain/comments/bans/ban-commenter.ts";
import { BANS_ON_PAGE } from "../../../domain/comments/bans/ban-rules.ts";
import { listBans } from "../../../domain/comments/bans/list-bans.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { EXAMPLE } from "../../../domain/schema-fields.ts";
import { listLimit, listPage, onePage } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Moderation", "ban");

const list = createRoute("get", "/admin/comment-bans", commentPolicy.ban, {
  id: "listCommentBans",
  scope: "comments:read",
  summary: "List who is banned from commenting",
  description: "Bans that haven’t ended, the newest first. A page beyond the last is empty and has the right total.",
  query: z.strictObject({ page: listPage, limit: listLimit }),
  answer: ok(commentBanPage, "A page of bans", onePage(commentBan, BANS_ON_PAGE)),
});

const add = createRoute("post", "/admin/comment-bans", commentPolicy.ban, {
  id: "createCommentBan",
  scope: "comments:moderate",
  summary: "Ban a user or guest from commenting",
  description:
    "From now on, they can’t comment, reply, edit, report, like or follow comments as this account; the answer is 403 (`comment_ban`). They can read, and " +
    "delete what they have written. A ban that they have is replaced. With `hide_days`, what they have written since is rejected as one " +
    "decision. Only admins can ban admins and users with a grant, and nobody can ban themselves.",
  body: newBan,
  example: { user_id: EXAMPLE.id, lasts: "month", reason: "Advertising" },
  answer: created(madeBan, "The ban"),
  refuses: [404],
});

const remove = createRoute("delete", "/admin/comment-bans/{id}", commentPolicy.ban, {
  id: "deleteCommentBan",
  scope: "comments:moderate",
  summary: "Lift a ban",
  description: "What was hidden with it stays hidden until that decision is undone.",
  answer: done("They can comment again"),
});

export const commentBans = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = BANS_ON_PAGE } = c.req.valid("query");
      return c.json(await listBans(c.var.deps.context, c.var.actor, { page, limit }), 200);
    })
    .openapi(add, async (c) => {
      const { user_id, guest_id, lasts, reason = "", hide_days: hideDays = null } = c.req.valid("json");
      const who = { kind: guest_id ? "guest" : "user", id: guest_id ?? user_id ?? "" } as const;
      return c.json(await banCommenter(c.var.deps.context, c.var.actor, { who, lasts, reason, hideDays }), 201);
    })
    .openapi(remove, async (c) => {
      await liftBan(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
