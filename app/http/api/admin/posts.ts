import { z } from "@hono/zod-openapi";
import { bulkInput, changePostOptions, changePosts, postOptions } from "../../../domain/posts/change-posts.ts";
import { checkedSurroundings, checkInput, checkSurroundings } from "../../../domain/posts/check-surroundings.ts";
import { createPost } from "../../../domain/posts/create-post.ts";
import { ADMIN_SORTS } from "../../../domain/posts/edit-rules.ts";
import { listAllPosts, readForEditing } from "../../../domain/posts/list-all-posts.ts";
import { listPossibleAuthors, possibleAuthors } from "../../../domain/posts/list-possible-authors.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { postChanges, postInput, translationInput } from "../../../domain/posts/post.ts";
import { POST_STATUSES } from "../../../domain/posts/post-rules.ts";
import { adminPost, adminPostPage, adminPostRow, EXAMPLE_POST } from "../../../domain/posts/post-shapes.ts";
import { preview, previewInput, previewPost } from "../../../domain/posts/preview-post.ts";
import { createTranslation } from "../../../domain/posts/translate-post.ts";
import { deletePost } from "../../../domain/posts/trash-posts.ts";
import { updatePost } from "../../../domain/posts/update-post.ts";
import { EXAMPLE, id } from "../../../domain/schema-fields.ts";
import { DEFAULT_LANGUAGE } from "../../../domain/settings/direction-rules.ts";
import { LANGUAGES } from "../../../domain/settings/language-rules.ts";
import type { Deps } from "../../env.ts";
import { readLong } from "../../read-long.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf, onePage, VERSION_MAX, wholeNumber } from "../fields.ts";
import { created, done, ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Posts", "post");
const createDraftRoute = routesOf("Drafts and revisions", "post");

const { titles, links } = checkedSurroundings.shape;
const surroundings = z
  .object({
    titles: z.array(z.object({ ...titles.element.shape, id })).openapi({ description: titles.meta()?.description }),
    links,
  })
  .openapi("PostSurroundings");

const SORT = "A field, with `-` before it for descending; the newest first unless given";

const list = createRoute("get", "/admin/posts", postPolicy.readAny, {
  id: "listAdminPosts",
  scope: "posts:read",
  summary: "List posts of every status",
  description:
    "Editors and admins get all posts, other users their own. Searches titles and slugs, filters by status, category, language, images and who wrote them, and sorts. `counts` has the number of posts of each status " +
    "within the search and the other filters. A page beyond the last is empty and has the right totals.",
  query: z.strictObject({
    search: listSearch,
    status: oneOf(POST_STATUSES, "must be draft, published or archived", "Only posts of this status", "draft").optional(),
    category: z
      .string()
      .pipe(z.union([z.literal("none"), id], "must be a category’s id, or none"))
      .optional()
      .openapi({ type: "string", description: "A category’s id; `none`: posts without a category", example: "none" }),
    language: oneOf(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`, "Only posts in this language", "de").optional(),
    handed_in: oneOf(["yes"], "must be yes", "Only posts that wait for an editor", "yes").optional(),
    by: oneOf(["machines"], "must be machines", "Only posts that programs have written with API tokens", "machines").optional(),
    pictures: oneOf(["elsewhere"], "must be elsewhere", "Only posts with images on other sites", "elsewhere").optional(),
    sort: oneOf(ADMIN_SORTS, `must be one of ${ADMIN_SORTS.join(", ")}`, SORT, "-created_at").optional(),
    page: listPage,
    limit: listLimit,
  }),
  answer: ok(adminPostPage, "A page of posts", {
    ...onePage(adminPostRow, LIST_LIMIT),
    counts: { all: 1, draft: 1, published: 0, archived: 0, handed_in: 0 },
    languages: [],
  }),
});

const read = createRoute("get", "/admin/posts/{id}", postPolicy.readAny, {
  id: "readAdminPost",
  scope: "posts:read",
  summary: "Read a post for editing",
  description: "A post of any status, with its content as it was written, and the `version` that a save must name.",
  answer: ok(adminPost, "The post"),
});

const create = createRoute("post", "/admin/posts", postPolicy.create, {
  id: "createPost",
  scope: "posts:write",
  summary: "Create a post",
  description:
    "The signed-in user becomes its author. If the description is empty, the excerpt is used. A published post gets the current date, or " +
    "`published_at` in the past. Tags are created from their names as typed. `edit_id` names the unfinished post that this ends. 409 (`23505`) if another post has " +
    "the slug, unless `slug_is_suggested` is true: it then gets a number. 403 at `status` for contributors, unless it is a draft, and at `featured` and `kind` for all but editors and admins.",
  body: postInput,
  example: EXAMPLE_POST,
  answer: created(adminPost, "The new post"),
  refuses: [409],
});

const update = createRoute("patch", "/admin/posts/{id}", postPolicy.update, {
  id: "updatePost",
  scope: "posts:write",
  summary: "Update a post",
  description:
    "Fields that are left out don’t change. `version` is the version that you read: if someone else has saved since, nothing changes and " +
    "the answer is 409 (`stale_version`). A published post gets the current date, or keeps its own if `keep_published_at` is true; without it, the setting decides. " +
    "`published_at` dates it otherwise, but not into the future. 409 (`23505`) if another post has the slug. `edit_version` is the version of the staged edit that this saves and ends, 0 if there is none: 409 " +
    "(`stale_edit`) if someone else has stored a newer one; 409 (`translation_exists`) if the article has a version in this language already. Without it the staged edit stays. `autosave` is for drafts that are saved while " +
    "they are typed: the activity log has one entry for ten minutes. 403 for contributors once the post is published or has a plan.",
  body: postChanges,
  example: { ...EXAMPLE_POST, version: 1, keep_published_at: false, edit_version: 0, autosave: false },
  answer: ok(adminPost, "The updated post"),
  refuses: [409],
});

const remove = createRoute("delete", "/admin/posts/{id}", postPolicy.delete, {
  id: "deletePost",
  scope: "posts:write",
  summary: "Delete a post",
  description:
    "Moves it to the trash with its comments, likes and views. Readers don’t find it, and another post can get its slug. With `version`, only " +
    "if nobody has changed it since you read it (409, `stale_version`).",
  query: z.strictObject({ version: wholeNumber(VERSION_MAX, "The version that you read", 3).optional() }),
  answer: done("It is in the trash"),
  refuses: [409],
});

const listAuthors = createRoute("get", "/admin/authors", postPolicy.editAny, {
  id: "listPossibleAuthors",
  scope: "posts:read",
  summary: "List users who can be the author of a post",
  description: "The active users who may write, by name.",
  answer: ok(possibleAuthors, "The users"),
});

const show = createDraftRoute("post", "/admin/posts/preview", postPolicy.render, {
  id: "previewPost",
  scope: "posts:read",
  summary: "Preview a post",
  description: "Renders content as saving would. Stores nothing.",
  body: previewInput,
  example: { content: EXAMPLE_POST.content, content_format: "html" },
  answer: ok(preview, "As the article page shows it"),
});

const place = ({ settings }: Deps) => ({ ownHost: new URL(settings.site().url).host, site: settings.site() });

const changeOptions = createRoute("patch", "/admin/posts/{id}/options", postPolicy.update, {
  id: "updatePostOptions",
  scope: "posts:write",
  summary: "Update a post’s author, or open or close its comments",
  description:
    "Applies immediately. Fields that are left out don’t change, nor do the version and dates of the post. `author_id` is the id of an " +
    "active user who may write, or null for the site’s default byline. Closing comments keeps the existing ones. `translation_of` is the id of an article " +
    "of which this one is a version in another language; null ends that. 409 (`translation_exists`) if there is one in its language already.",
  body: postOptions,
  example: { author_id: EXAMPLE.id, comments_open: false },
  answer: ok(adminPost, "The updated post"),
  refuses: [409],
});

const translate = createRoute("post", "/admin/posts/{id}/translations", postPolicy.create, {
  id: "createTranslation",
  scope: "posts:write",
  summary: "Create a translation of an article",
  description:
    "Creates a draft in another language with the article’s text, category, tags and image, to be written over. The signed-in user becomes " +
    "its author. A translation of a translation belongs to the same original. 409 (`translation_exists`) if there is one in this language already.",
  body: translationInput,
  example: { language: "de" },
  answer: created(adminPost, "The new draft"),
  refuses: [409],
});

const bulkResult = z
  .object({
    changed: z.number().int().openapi({ minimum: 0 }),
    unchanged: z.number().int().openapi({ minimum: 0, description: "Posts that had this status already or don’t exist" }),
  })
  .openapi("BulkResult");

const changeMany = createRoute("post", "/admin/posts/bulk", postPolicy.update, {
  id: "bulkUpdatePosts",
  scope: "posts:write",
  summary: "Publish, archive, unpublish or delete many posts",
  description:
    "Changes up to 500 posts in one transaction: all of them or none. Published posts get the current date; deleted ones move to the trash.",
  body: bulkInput,
  example: { ids: [EXAMPLE.id], action: "archive" },
  answer: ok(bulkResult, "The result", { changed: 1, unchanged: 0 }),
});

const check = createDraftRoute("post", "/admin/posts/check", postPolicy.readAny, {
  id: "checkPost",
  scope: "posts:read",
  summary: "Check a post before it is published",
  description:
    "Finds other posts with the same title (in any case), and links to posts that don’t exist, aren’t published or have another slug " +
    "now. `slugs` are the last parts of the links: slugs, former slugs or ids. Stores nothing.",
  body: checkInput,
  example: { id: EXAMPLE.id, title: EXAMPLE_POST.title, slugs: ["an-old-address", "nowhere"] },
  answer: ok(surroundings, "What the check found", {
    titles: [],
    links: [
      { slug: "an-old-address", state: "moved" as const, to: "a-new-address" },
      { slug: "nowhere", state: "missing" as const, to: null },
    ],
  }),
});

export const adminPosts = () =>
  resource()
    .openapi(list, async (c) => {
      const {
        sort = "-created_at",
        page = 1,
        limit = LIST_LIMIT,
        pictures,
        language,
        handed_in,
        by,
        ...filters
      } = c.req.valid("query");
      const isSites = language === (c.var.deps.settings.site().language ?? DEFAULT_LANGUAGE);
      const picturesOutside = pictures && place(c.var.deps).ownHost;
      const asked = {
        ...filters,
        ...(language && { language: { code: language, isSites } }),
        picturesOutside,
        handedIn: handed_in !== undefined,
        byTokens: by !== undefined,
        sort,
        page,
        limit,
      };
      const { deps, actor } = c.var;
      const found = asked.search
        ? readLong(deps, (ctx) => listAllPosts(ctx, actor, asked))
        : listAllPosts(deps.context, actor, asked);
      return c.json(await found, 200);
    })
    .openapi(listAuthors, async (c) => c.json({ items: await listPossibleAuthors(c.var.deps.context, c.var.actor) }, 200))
    .openapi(create, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await createPost(deps.context, actor, c.req.valid("json"), place(deps)), 201);
    })
    .openapi(changeMany, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await changePosts(deps.context, actor, c.req.valid("json"), deps.settings.site()), 200);
    })
    .openapi(show, async (c) => c.json(await previewPost(c.var.deps.context, c.req.valid("json"), place(c.var.deps)), 200))
    .openapi(check, async (c) => c.json(await checkSurroundings(c.var.deps.context, c.var.actor, c.req.valid("json")), 200))
    .openapi(read, async (c) => c.json(await readForEditing(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(update, async (c) => {
      const { deps, actor } = c.var;
      const keep_published_at = deps.settings.site().keepsDates ?? false;
      const changes = { keep_published_at, ...c.req.valid("json") };
      return c.json(await updatePost(deps.context, actor, c.req.valid("param").id, changes, place(deps)), 200);
    })
    .openapi(remove, async (c) => {
      await deletePost(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("query").version);
      return c.body(null, 204);
    })
    .openapi(translate, async (c) => {
      const { deps, actor } = c.var;
      return c.json(await createTranslation(deps.context, actor, c.req.valid("param").id, c.req.valid("json"), place(deps)), 201);
    })
    .openapi(changeOptions, async (c) =>
      c.json(await changePostOptions(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    );
