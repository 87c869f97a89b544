import { z } from "@hono/zod-openapi";
import { DomainError, invalid } from "../../domain/errors.ts";
import { EDITING_LIMITS, slugFromTitle } from "../../domain/posts/edit-rules.ts";
import { POST_FIELDS, type PostFields, postChanges, postFields } from "../../domain/posts/post.ts";
import { POST_STATUSES } from "../../domain/posts/post-rules.ts";
import type { AdminPost, AdminPostPage, AdminPostRow } from "../../domain/posts/post-shapes.ts";
import type { Staged, StagedEdit } from "../../domain/posts/staged-edits/staged-edit.ts";
import { id, pick } from "../../domain/schema-fields.ts";
import { HttpError } from "../errors.ts";
import type { Call } from "./operations.ts";
import { passages, patched } from "./patch.ts";
import { countNote, defineTool, LISTED, page } from "./tool.ts";

const postId = id.meta({ description: "The post’s" });
const version = postChanges.shape.version.meta({ description: "The post’s, as read_post shows it" });
const editVersion = postChanges.shape.edit_version
  .unwrap()
  .meta({ description: "That of the staged edit, as read_post shows it; 0: there is none" });

const presentRow = ({ category, author, planned, handed_in, ...row }: AdminPostRow) => ({
  ...pick(row, ["id", "title", "slug", "status", "language", "version", "created_at", "updated_at", "published_at", "staged_at"]),
  category: category?.name ?? null,
  author: author?.full_name ?? null,
  planned: planned?.at ?? null,
  handed_in: handed_in !== null,
});

export const searchPosts = defineTool({
  name: "search_posts",
  title: "Search posts",
  description: "Lists posts of every status that the token’s owner can read, the newest first; finds parts of titles and slugs.",
  input: z.strictObject({
    search: z.string().max(200, "must have at most 200 characters").optional().meta({ description: "Part of the title or slug" }),
    status: z.enum(POST_STATUSES, "must be draft, published or archived").optional().meta({ description: "Only these" }),
    page,
  }),
  operations: ["listAdminPosts"],
  isRead: true,
  async run(query, { call, fence }) {
    const found = await call<AdminPostPage>("listAdminPosts", { query: { ...query, limit: LISTED } });
    const posts = found.items.map(presentRow);
    const note = countNote(posts.length, found.total, "posts");
    const lines = posts.map(({ id: own, status, title, slug }) => `${own} · ${status} · ${title} (${slug})`);
    return { text: `${note}\n${fence(lines.join("\n"))}`, data: { note, total: found.total, page: found.page, posts } };
  },
});

/** null: there is none */
export async function stagedOf(call: Call<"readStagedEdit">, own: string): Promise<StagedEdit | null> {
  return call<StagedEdit>("readStagedEdit", { params: { id: own } }).catch((error: unknown) => {
    if (error instanceof HttpError && error.body.code === "PGRST116") return null;
    throw error;
  });
}

export const readPost = defineTool({
  name: "read_post",
  title: "Read a post",
  description:
    "Reads a post with its text as it was written and its staged edit, if there is one. The versions are for stage_edit and publish_post.",
  input: z.strictObject({ id: postId }),
  operations: ["readAdminPost", "readStagedEdit"],
  isRead: true,
  async run({ id: own }, { call, fence }) {
    const post = await call<AdminPost>("readAdminPost", { params: { id: own } });
    const edit = post.staged_at === null ? null : await stagedOf(call, own);
    const written = pick(post, ["description", "excerpt", "content_format", "featured_image", "featured_image_alt"]);
    const data = {
      ...presentRow(post),
      ...written,
      tags: post.tags.map(({ name }) => name),
      content: fence(post.content),
      edit_version: edit?.version ?? 0,
      staged: edit && { ...edit.writing, content: fence(edit.writing.content), base_version: edit.base_version },
    };
    const head = `“${post.title}”, ${post.status}, version ${post.version}, edit_version ${data.edit_version}, ${post.content_format}:`;
    const staged = data.staged && [`The staged edit “${data.staged.title}”:`, data.staged.content];
    return { text: [head, data.content, ...(staged ?? [])].join("\n"), data };
  },
});

const { title, content, description, excerpt, tags, featured_image, featured_image_alt, language, slug, category_id } =
  postFields.shape;

/** What an agent writes; the rest of a post has defaults or stays. */
const written = {
  description: description.meta({
    description: `For search engines and lists, ${EDITING_LIMITS.descriptionMin} characters or more`,
  }),
  excerpt,
  tags: tags.meta({ description: "Names" }),
  category_id: category_id.meta({ description: "See list_tags_and_categories" }),
  featured_image: featured_image.meta({ description: "The url of an image of the library, such as upload_picture answers" }),
  featured_image_alt,
  language,
};
const markdown = content.meta({ description: "Markdown" });

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial().shape;

export const createDraft = defineTool({
  name: "create_draft",
  title: "Create a draft",
  description: "Creates a draft of the token’s owner. Readers don’t see it until it is published.",
  input: z.strictObject({ title, content: markdown, ...optional({ slug, ...written }) }),
  operations: ["createPost"],
  isRead: false,
  async run(input, { call }) {
    const named = input.slug === undefined && { slug: slugFromTitle(input.title), slug_is_suggested: true };
    const body = { ...input, ...named, status: "draft", content_format: "markdown" };
    const post = presentRow(await call<AdminPost>("createPost", { body }));
    return { text: `The draft ${post.id} is stored, version ${post.version}.`, data: { ...post, edit_version: 0 } };
  },
});

const writingOf = (post: AdminPost): PostFields => pick({ ...post, tags: post.tags.map(({ name }) => name) }, POST_FIELDS);

export const stageEdit = defineTool({
  name: "stage_edit",
  title: "Stage an edit",
  description:
    "Stores changes of a post next to it, for a person or publish_post to publish: readers still see the post as it is. Give the whole text as " +
    "`content`, or replace passages of it by `patch`. It goes on from the staged edit that is there.",
  input: z.strictObject({
    id: postId,
    version,
    edit_version: editVersion,
    patch: passages.optional(),
    ...optional({ title, content: markdown, slug, ...written }),
  }),
  operations: ["readAdminPost", "readStagedEdit", "updateStagedEdit"],
  isRead: false,
  async run({ id: own, version: base_version, edit_version, patch, ...changes }, { call }) {
    if (patch && changes.content !== undefined)
      throw invalid("Nothing was changed", [{ field: "patch", rule: "must not come with content" }]);
    const post = await call<AdminPost>("readAdminPost", { params: { id: own } });
    const edit = edit_version === 0 ? null : await stagedOf(call, own);
    const before = edit?.writing ?? writingOf(post);
    const text = patch
      ? { content: patched(before.content, patch) }
      : changes.content !== undefined && { content_format: "markdown" };
    const writing = { ...before, ...changes, ...text };
    const body = { writing, version: edit_version, base_version: edit?.base_version ?? base_version };
    const { version: stored } = await call<Staged>("updateStagedEdit", { params: { id: own }, body });
    const data = { id: own, version: base_version, edit_version: stored };
    return { text: `The edit is staged: version ${base_version}, edit_version ${stored}. Readers don’t see it yet.`, data };
  },
});

const staleStage = () =>
  new DomainError("conflict", "stale_version", "The post was saved after the staged edit began. Nothing was published.");

export const publishPost = defineTool({
  name: "publish_post",
  title: "Publish a post",
  description:
    "Publishes a draft, or the staged edit of a post, at once. The token’s owner gets an email, unless they switched it off.",
  input: z.strictObject({ id: postId, version, edit_version: editVersion }),
  operations: ["readStagedEdit", "updatePost"],
  besides: "posts:publish",
  isRead: false,
  async run({ id: own, version: known, edit_version }, { call }) {
    const edit = edit_version === 0 ? null : await stagedOf(call, own);
    if (edit && edit.base_version !== known) throw staleStage();
    const body = { ...edit?.writing, status: "published", version: known, edit_version };
    const post = presentRow(await call<AdminPost>("updatePost", { params: { id: own }, body }));
    return { text: `Published at /story/${post.slug}, version ${post.version}.`, data: { ...post, edit_version: 0 } };
  },
});
