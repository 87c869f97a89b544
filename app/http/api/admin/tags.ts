import { z } from "@hono/zod-openapi";
import { deleteTag, listForAdmins, mergeTags, renameTag } from "../../../domain/tags/manage-tags.ts";
import { tagPolicy } from "../../../domain/tags/tag.policy.ts";
import { adminTag, adminTagPage, tagChanges, tagMerge } from "../../../domain/tags/tag.ts";
import { TAG_SORTS } from "../../../domain/tags/tag-rules.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf, onePage } from "../fields.ts";
import { done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Tags", "tag");

const SORT = "A field, with `-` before it for descending; by name unless given";

const list = createRoute("get", "/admin/tags", tagPolicy.readAny, {
  id: "listAdminTags",
  scope: "posts:read",
  summary: "List all tags",
  description: "By name unless given otherwise, including tags without published articles. Searches names and slugs.",
  query: z.strictObject({
    search: listSearch,
    sort: oneOf(TAG_SORTS, `must be one of ${TAG_SORTS.join(", ")}`, SORT, "name").optional(),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(adminTagPage, "A page of tags", onePage(adminTag, LIST_LIMIT)),
});

const rename = createRoute("patch", "/admin/tags/{id}", tagPolicy.update, {
  id: "updateTag",
  scope: "posts:publish",
  summary: "Update the name of a tag",
  description: "Its slug is made from the new name: in lower case, with hyphens for spaces. 409 (`23505`) if another tag has it.",
  body: tagChanges,
  example: { name: "Habits" },
  answer: ok(adminTag, "The updated tag"),
  refuses: [409],
});

const merge = createRoute("post", "/admin/tags/{id}/merge", tagPolicy.merge, {
  id: "mergeTag",
  scope: "posts:publish",
  summary: "Merge a tag into another",
  description: "Its posts get the other tag, each once, and the tag itself is deleted.",
  body: tagMerge,
  example: { into: "1c7f4a1f-7a6d-4e4b-8a1f-1e9f2a3b4c5d" },
  answer: ok(adminTag, "The other tag"),
});

const remove = createRoute("delete", "/admin/tags/{id}", tagPolicy.delete, {
  id: "deleteTag",
  scope: "posts:publish",
  summary: "Delete a tag",
  description: "Its posts stay and lose it.",
  answer: done("The tag is deleted"),
});

/** Tags are created with the posts that have them. */
export const adminTags = () =>
  resource()
    .openapi(list, async (c) => {
      const { sort = "name", page = 1, limit = LIST_LIMIT, search } = c.req.valid("query");
      return c.json(await listForAdmins(c.var.deps.context, { search, sort, page, limit }), 200);
    })
    .openapi(rename, async (c) =>
      c.json(await renameTag(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(merge, async (c) =>
      c.json(await mergeTags(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    )
    .openapi(remove, async (c) => {
      await deleteTag(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      return c.body(null, 204);
    });
