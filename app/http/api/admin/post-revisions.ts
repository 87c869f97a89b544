import { z } from "@hono/zod-openapi";
import { REVISION_NAME_MAX } from "../../../domain/posts/edit-rules.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { listRevisions, nameRevision, readRevision, revisionName } from "../../../domain/posts/revisions/list-revisions.ts";
import { restoreInput, restoreRevision } from "../../../domain/posts/revisions/restore-revision.ts";
import {
  COMPARISONS,
  REVISIONS_PAGE_MAX,
  REVISIONS_PAGE_SIZE,
  restored,
  revision,
  revisionDifference,
  revisionPage,
} from "../../../domain/posts/revisions/revision.ts";
import { EXAMPLE, exampleOf } from "../../../domain/schema-fields.ts";
import { oneOf, onePage, wholeNumber } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Drafts and revisions", "post");

const list = createRoute("get", "/admin/posts/{id}/revisions", postPolicy.readAny, {
  id: "listRevisions",
  scope: "posts:read",
  summary: "List the revisions of a post",
  description:
    "The newest first, 50 per page. Saves of one person within ten minutes are one revision, unless readers could see them. The " +
    "newest 200 are kept, and named ones forever. A post that hasn’t been changed yet has none.",
  query: z.strictObject({ page: wholeNumber(REVISIONS_PAGE_MAX, "Page, counted from 1", 1).optional() }),
  answer: ok(revisionPage, "A page of revisions", {
    post: { id: EXAMPLE.id, title: exampleOf(revision).title, status: "draft", version: 3 },
    ...onePage(revision, REVISIONS_PAGE_SIZE),
  }),
});

const read = createRoute("get", "/admin/posts/{id}/revisions/{revision}", postPolicy.readAny, {
  id: "readRevision",
  scope: "posts:read",
  summary: "Read a revision and its differences",
  description:
    "Compares the revision with the one before it, or with the current post. The older side comes first. Blocks are sanitized HTML with " +
    "removed text in `<del>` and new text in `<ins>`.",
  query: z.strictObject({
    against: oneOf(
      COMPARISONS,
      "must be previous or current",
      "What to compare it with; `previous` unless given",
      "previous",
    ).optional(),
  }),
  answer: ok(revisionDifference, "The revision"),
});

const name = createRoute("patch", "/admin/posts/{id}/revisions/{revision}", postPolicy.update, {
  id: "updateRevision",
  scope: "posts:write",
  summary: "Update the name of a revision",
  description: `A revision with a name of 1 to ${REVISION_NAME_MAX} characters is kept forever; null removes the name.`,
  body: z.strictObject({ name: revisionName }),
  example: { name: "Before the rewrite" },
  answer: ok(revision, "The revision"),
});

const restore = createRoute("post", "/admin/posts/{id}/revisions/{revision}/restore", postPolicy.update, {
  id: "restoreRevision",
  scope: "posts:write",
  summary: "Restore a revision",
  description:
    "A draft gets the revision’s content immediately. A public post stays as it is, and the content becomes its staged edit " +
    "(`staged`). `version` is the post’s; if someone else has saved since, nothing changes and the answer is 409 (`stale_version`). " +
    "`left_out` names the fields that couldn’t be restored, because they refer to something that is deleted or used by another post.",
  body: restoreInput,
  example: { version: 3 },
  answer: ok(restored, "The result"),
  refuses: [409],
});

export const adminPostRevisions = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1 } = c.req.valid("query");
      return c.json(await listRevisions(c.var.deps.context, c.var.actor, c.req.valid("param").id, page), 200);
    })
    .openapi(read, async (c) => {
      const { id: postId, revision: one } = c.req.valid("param");
      const { against = "previous" } = c.req.valid("query");
      return c.json(await readRevision(c.var.deps.context, c.var.actor, { postId, id: one, against }), 200);
    })
    .openapi(name, async (c) => {
      const { id: postId, revision: one } = c.req.valid("param");
      const named = { postId, id: one, name: c.req.valid("json").name };
      return c.json(await nameRevision(c.var.deps.context, c.var.actor, named), 200);
    })
    .openapi(restore, async (c) => {
      const { deps, actor } = c.var;
      const { id: postId, revision: one } = c.req.valid("param");
      const { version } = c.req.valid("json");
      const place = { ownHost: new URL(deps.settings.site().url).host };
      return c.json(await restoreRevision(deps.context, actor, { postId, id: one, version }, place), 200);
    });
