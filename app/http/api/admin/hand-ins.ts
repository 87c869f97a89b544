import { handInInput } from "../../../domain/posts/hand-ins/hand-in.ts";
import { handInPost, withdrawHandIn } from "../../../domain/posts/hand-ins/hand-in-post.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { adminPost } from "../../../domain/posts/post-shapes.ts";
import { remarksInput, sendBackPost } from "../../../domain/previews/send-back-post.ts";
import { limit } from "../../guards/try-limits.ts";
import { created, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Handing in", "post");

const handIn = createRoute("post", "/admin/posts/{id}/hand-in", postPolicy.handIn, {
  id: "createHandIn",
  scope: "posts:write",
  summary: "Hand in a draft",
  description:
    "For contributors, who can’t publish. Until an editor publishes the draft or sends it back, its contributor can’t change it (409, " +
    "`handed_in`). Editors and admins get an email. `version` is the version that you read. 409 also if someone else has saved since " +
    "(`stale_version`), if it is handed in already, and for posts that are no drafts (`not_a_draft`) or are scheduled (`scheduled`).",
  body: handInInput,
  example: { note: "Is the second part too long?", version: 1 },
  answer: created(adminPost, "The post"),
  refuses: [409],
});

const withdraw = createRoute("delete", "/admin/posts/{id}/hand-in", postPolicy.handIn, {
  id: "deleteHandIn",
  scope: "posts:write",
  summary: "Withdraw a draft that is handed in",
  description:
    "Its contributor can change it again. 409 once an editor has changed or scheduled it (`review_begun`), or if you haven’t handed it in (`not_handed_in`).",
  answer: ok(adminPost, "The post"),
  refuses: [409],
});

const sendBack = createRoute("post", "/admin/posts/{id}/remarks", postPolicy.sendBack, {
  id: "createRemarks",
  scope: "posts:write",
  summary: "Send a draft back with remarks",
  description:
    "Its contributor can change it again, and gets the remarks by email. They are notes on the post, each about a passage (`quote`) or about all of it. " +
    "A plan of the post ends. 409 (`not_handed_in`) if it isn’t handed in any more.",
  body: remarksInput,
  example: { remarks: [{ text: "Please say where this comes from.", quote: "Write one line in the morning" }] },
  answer: created(adminPost, "The post"),
  refuses: [409],
});

export const adminHandIns = () =>
  resource()
    .openapi(handIn, async (c) => {
      const { deps, actor } = c.var;
      if (actor.kind === "user") await limit(c, "hand_in", { account: actor.id });
      const { id } = c.req.valid("param");
      return c.json(await handInPost(deps.context, actor, id, c.req.valid("json"), deps.settings.site()), 201);
    })
    .openapi(withdraw, async (c) => c.json(await withdrawHandIn(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(sendBack, async (c) => {
      const { deps, actor } = c.var;
      const given = { ...c.req.valid("json"), site: deps.settings.site() };
      return c.json(await sendBackPost(deps.context, actor, c.req.valid("param").id, given), 201);
    });
