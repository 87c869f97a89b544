import { z } from "@hono/zod-openapi";
import { likePolicy } from "../../domain/likes/like.policy.ts";
import { articleLike, likeStats } from "../../domain/likes/like.ts";
import { LIKE_STATS_MAX } from "../../domain/likes/like-rules.ts";
import { toggleCommentLike } from "../../domain/likes/toggle-comment-like.ts";
import { addLike, changeLike, readLikeStats, readOwnLike, removeLike, toggleLike } from "../../domain/likes/toggle-like.ts";
import { EXAMPLE, exampleOf } from "../../domain/schema-fields.ts";
import { limitLikes } from "../guards/try-limits.ts";
import { allowedMethods } from "../middleware/allowed-methods.ts";
import { REVALIDATE_PRIVATELY } from "../middleware/cache-control.ts";
import { optionalSessionHeader, sessionHeader } from "./fields.ts";
import { created, done, ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Likes", "like");

const articleId = articleLike.shape.article_id;

const IDS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(,[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})*$/i;

const idList = z
  .string()
  .regex(IDS, "must be UUIDs, separated by commas")
  .transform((text) => text.toLowerCase().split(","))
  .pipe(z.array(z.string()).max(LIKE_STATS_MAX, `must have at most ${LIKE_STATS_MAX} ids`))
  .openapi({
    type: "array",
    items: { type: "string", format: "uuid" },
    minItems: 1,
    maxItems: LIKE_STATS_MAX,
    description: "Ids of articles and comments, separated by commas",
    example: [EXAMPLE.id],
    param: { style: "form", explode: false },
  });

const readStats = createRoute("get", "/likes/stats", likePolicy.read, {
  id: "readLikeStats",
  scope: "public",
  summary: "Read the likes of articles and comments",
  description: "The likes of up to 100 articles and comments, by id. Unknown ids have none.",
  headers: optionalSessionHeader,
  query: z.strictObject({ ids: idList }),
  answer: ok(z.record(z.string(), likeStats), "Stats by id", { [EXAMPLE.id]: exampleOf(likeStats) }),
});

const toggle = createRoute("post", "/likes/toggle", likePolicy.update, {
  id: "toggleLike",
  scope: "public",
  summary: "Like an article or a comment, or take the like back",
  description: "Switches the session’s like of the article or comment on or off; the first request likes it.",
  headers: sessionHeader,
  body: z
    .strictObject({
      article_id: articleId.optional(),
      comment_id: articleId.optional().openapi({ description: "The comment’s id, instead of an article’s" }),
    })
    .refine(({ article_id, comment_id }) => (article_id === undefined) !== (comment_id === undefined), {
      path: ["article_id"],
      message: "must be given, or comment_id instead",
    }),
  example: { article_id: EXAMPLE.id },
  answer: ok(likeStats, "The likes now"),
});

const readOwn = createRoute("get", "/likes", likePolicy.read, {
  id: "readLike",
  scope: "public",
  summary: "Read your like of an article",
  description: "The session’s like of the article, also if it was taken back.",
  headers: sessionHeader,
  query: z.strictObject({ article_id: articleId }),
  answer: ok(articleLike, "The like"),
  refuses: [404],
});

const add = createRoute("post", "/likes", likePolicy.create, {
  id: "createLike",
  scope: "public",
  summary: "Create a like",
  description: "Creates the session’s like of the article. There is at most one; a second request gets 409.",
  headers: sessionHeader,
  body: z.strictObject({
    article_id: articleId,
    is_liked: z.boolean("must be true or false").optional().openapi({ description: "true unless given" }),
  }),
  example: { article_id: EXAMPLE.id, is_liked: true },
  answer: created(articleLike, "The like"),
  refuses: [409],
});

const change = createRoute("patch", "/likes/{id}", likePolicy.update, {
  id: "updateLike",
  scope: "public",
  summary: "Update your like",
  description: "Sets whether the article is liked. Only the session that created the like may do this.",
  headers: sessionHeader,
  body: z.strictObject({ is_liked: z.boolean("must be true or false") }),
  example: { is_liked: false },
  answer: ok(articleLike, "The like"),
});

const remove = createRoute("delete", "/likes/{id}", likePolicy.delete, {
  id: "deleteLike",
  scope: "public",
  summary: "Delete your like",
  description: "Deletes the like. Only the session that created it may do this.",
  headers: sessionHeader,
  answer: done("The like is deleted"),
});

export function likes() {
  const fixed = resource()
    .openapi(readStats, async (c) => {
      const found = await readLikeStats(
        c.var.deps.context,
        c.req.valid("header")["x-session-id"] ?? null,
        c.req.valid("query").ids,
      );
      return c.json(found, 200, privately);
    })
    .openapi(toggle, async (c) => {
      const session = c.req.valid("header")["x-session-id"];
      const { context } = c.var.deps;
      const { article_id = "", comment_id } = c.req.valid("json");
      const { actor } = c.var;
      const change = () =>
        comment_id ? toggleCommentLike(context, session, comment_id, actor) : toggleLike(context, session, article_id, actor);
      const { totalLikes, isLikedByCurrentUser } = await change();
      // Only now it is known whether this was a like.
      if (isLikedByCurrentUser) {
        await limitLikes(c, comment_id ?? article_id, comment_id ? "comment" : "article").catch(async (error: unknown) => {
          await change();
          throw error;
        });
      }
      return c.json({ totalLikes, isLikedByCurrentUser }, 200);
    })
    .openapi(readOwn, async (c) => {
      const session = c.req.valid("header")["x-session-id"];
      return c.json(await readOwnLike(c.var.deps.context, session, c.req.valid("query").article_id), 200, privately);
    })
    .openapi(add, async (c) => {
      const { article_id, is_liked = true } = c.req.valid("json");
      if (is_liked) await limitLikes(c, article_id);
      return c.json(
        await addLike(c.var.deps.context, c.req.valid("header")["x-session-id"], article_id, is_liked, c.var.actor),
        201,
      );
    });
  // Before the paths with an id, so that no method takes `stats` or `toggle` as an id.
  allowedMethods(fixed);
  return fixed
    .openapi(change, async (c) => {
      const session = c.req.valid("header")["x-session-id"];
      const { id } = c.req.valid("param");
      const { is_liked } = c.req.valid("json");
      const like = await changeLike(c.var.deps.context, session, id, is_liked, c.var.actor);
      if (is_liked) {
        await limitLikes(c, like.article_id).catch(async (error: unknown) => {
          await changeLike(c.var.deps.context, session, id, false);
          throw error;
        });
      }
      return c.json(like, 200);
    })
    .openapi(remove, async (c) => {
      await removeLike(c.var.deps.context, c.req.valid("header")["x-session-id"], c.req.valid("param").id);
      return c.body(null, 204);
    });
}

/** Caches may not show one session's answer to another. */
const privately = { "cache-control": REVALIDATE_PRIVATELY, vary: "x-session-id" };
