import { z } from "@hono/zod-openapi";
import { REVISION_NAME_MAX } from "../../../domain/posts/edit-rules.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { listRevisions, nameRevision, readRevision, revisionName } from "../../../domain/posts/revisions/list-revisions.ts";
import { restoreInput, restoreRevision } from "../../../domain/posts/revisions/restore-revision.ts";
import {
  COMPARISONS,
  revisionDifference as differenceRecord,
  revisionPage as pageRecord,
  REVISIONS_PAGE_MAX,
  REVISIONS_PAGE_SIZE,
  restored as restoredRecord,
  revision as revisionRecord,
} from "../../../domain/posts/revisions/revision.ts";
import { EXAMPLE, id, oneOf, wholeNumber } from "../fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Drafts and revisions", "post");

/** A revision as the list shows it. */
const revision = z.object({ ...revisionRecord.shape, id }).openapi("Revision");

/** A page of revisions. */
const revisionPage = z
  .object({
    ...pageRecord.shape,
    post: z.object({ ...pageRecord.shape.post.shape, id }),
    items: z.array(revision),
  })
  .openapi("RevisionPage");

/** How a revision differs from another state of the post. */
const revisionDifference = z.object({ ...differenceRecord.shape, revision }).openapi("RevisionDifference");

/** What restoring a revision did. */
const restored = z.object(restoredRecord.shape).openapi("RestoredRevision");

const exampleRevision = {
  id: EXAMPLE.id,
  kind: "updated" as const,
  name: "Before the rewrite",
  created_at: EXAMPLE.date,
  author: { id: EXAMPLE.id, full_name: "Ada Larkin", email: "ada@blog.example" },
  title: "Mood Tracking: A Gentle Guide",
  status: "draft" as const,
  was_public: false,
  words_added: 12,
  words_removed: 3,
};

const exampleRevisions = {
  post: { id: EXAMPLE.id, title: exampleRevision.title, status: "draft" as const, version: 3 },
  items: [exampleRevision],
  total: 1,
  page: 1,
  pages: 1,
  limit: REVISIONS_PAGE_SIZE,
};

const exampleDifference = {
  revision: exampleRevision,
  against: "previous" as const,
  before: { created_at: EXAMPLE.date, name: null },
  fields: [{ field: "title" as const, before: "Mood Tracking", after: exampleRevision.title }],
  blocks: [{ change: "changed" as const, html: "<p>Two lines a <del>week</del><ins>day</ins>.</p>" }],
};

const exampleRestored = { version: 4, staged: false, left_out: [] };

const list = createRoute("get", "/admin/posts/{id}/revisions", postPolicy.readAny, {
  id: "listRevisions",
  summary: "List the revisions of a post",
  description:
    "The newest first, 50 per page. Saves of one person within ten minutes are one revision, unless readers could see them. The " +
    "newest 200 are kept, and named ones forever. A post that hasn't been changed yet has none.",
  query: z.strictObject({ page: wholeNumber(REVISIONS_PAGE_MAX, "Page, counted from 1", 1).optional() }),
  answer: ok(revisionPage, "A page of revisions", exampleRevisions),
});

const read = createRoute("get", "/admin/posts/{id}/revisions/{revision}", postPolicy.readAny, {
  id: "readRevision",
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
  answer: ok(revisionDifference, "The revision", exampleDifference),
});

const name = createRoute("patch", "/admin/posts/{id}/revisions/{revision}", postPolicy.update, {
  id: "updateRevision",
  summary: "Update the name of a revision",
  description: `A revision with a name of 1 to ${REVISION_NAME_MAX} characters is kept forever; null removes the name.`,
  body: z.strictObject({ name: revisionName }),
  example: { name: "Before the rewrite" },
  answer: ok(revision, "The revision", exampleRevision),
});

const restore = createRoute("post", "/admin/posts/{id}/revisions/{revision}/restore", postPolicy.update, {
  id: "restoreRevision",
  summary: "Restore a revision",
  description:
    "A draft gets the revision's content immediately. A public post stays as it is, and the content becomes its staged edit " +
    "(`staged`). `version` is the post's; if someone else has saved since, nothing changes and the answer is 409 (`stale_version`). " +
    "`left_out` names the fields that couldn't be restored, because they refer to something that is deleted or used by another post.",
  body: restoreInput,
  example: { version: 3 },
  answer: ok(restored, "The result", exampleRestored),
  refuses: [409],
});

/** The revisions of posts. */
export const adminPostRevisions = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1 } = c.req.valid("query");
      return c.json(await listRevisions(c.var.deps.context, c.req.valid("param").id, page), 200);
    })
    .openapi(read, async (c) => {
      const { id: postId, revision: one } = c.req.valid("param");
      const { against = "previous" } = c.req.valid("query");
      return c.json(await readRevision(c.var.deps.context, postId, one, against), 200);
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
