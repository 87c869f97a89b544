import { z } from "@hono/zod-openapi";
import {
  type AdminComment,
  type AdminCommentPage,
  commentStatus,
  commentView,
  searchWords,
} from "../../domain/comments/comment.ts";
import { id } from "../../domain/schema-fields.ts";
import type { Fence } from "./fence.ts";
import { countNote, defineTool, LISTED, page } from "./tool.ts";

function present({ author, guest_name, content, parent, ...comment }: AdminComment, fence: Fence) {
  const { id: own, status, is_spam, spam_reason, created_at, post } = comment;
  const said = { author: author?.full_name ?? guest_name, content };
  return {
    ...{ id: own, status, is_spam, spam_reason, created_at },
    post: { id: post.id, slug: post.slug },
    replies_to: parent?.id ?? null,
    text: fence(`${said.author ?? "Somebody"}: ${said.content}`),
  };
}

type Shown = ReturnType<typeof present>;

const lineOf = ({ id: own, status, is_spam, post, text }: Shown) =>
  `${own} · ${status}${is_spam ? ", spam" : ""} · on ${post.slug}\n${text}`;

export const listComments = defineTool({
  name: "list_comments",
  title: "List comments",
  description: "Lists comments of every status on the posts that the token’s owner moderates, the newest first.",
  input: z.strictObject({
    status: commentView.optional().meta({ description: "Only these" }),
    search: searchWords.optional().meta({ description: "Part of the text, the author’s name or the article’s title" }),
    page,
  }),
  operations: ["listAdminComments"],
  isRead: true,
  async run(query, { call, fence }) {
    const found = await call<AdminCommentPage>("listAdminComments", { query: { ...query, limit: LISTED } });
    const comments = found.items.map((one) => present(one, fence));
    const note = countNote(comments.length, found.total, "comments");
    return { text: [note, ...comments.map(lineOf)].join("\n\n"), data: { note, total: found.total, page: found.page, comments } };
  },
});

export const moderateComment = defineTool({
  name: "moderate_comment",
  title: "Moderate a comment",
  description: "Approves or rejects a comment, makes it wait again, or marks it as spam. It deletes none.",
  input: z.strictObject({
    id: id.meta({ description: "The comment’s" }),
    status: commentStatus.optional().meta({ description: "The new status" }),
    is_spam: z.boolean("must be true or false").optional().meta({ description: "Spam is rejected unless a status is given" }),
  }),
  operations: ["updateComment"],
  isRead: false,
  async run({ id: own, ...body }, { call, fence }) {
    const comment = present(await call<AdminComment>("updateComment", { params: { id: own }, body }), fence);
    return { text: `The comment is now:\n\n${lineOf(comment)}`, data: { comment } };
  },
});
