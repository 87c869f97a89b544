import type { CommentSettings } from "../../../app/domain/comments/add-comment.ts";
import type { AdminCommentPage, OwnComment, OwnThread, ThreadPage } from "../../../app/domain/comments/comment.ts";
import type { Actor } from "../../app/actors.ts";
import type { TestApp } from "../../app/create-test-app.ts";

/** Changes the site's settings from now on. */
export async function setSettings(app: TestApp, value: Partial<CommentSettings>): Promise<void> {
  await app.context.db
    .updateTable("settings")
    .set({ value: JSON.stringify(value) })
    .execute();
  await app.app.contentChanged();
}

/** Posts a comment. @returns the whole response */
export const say = (actor: Actor, slug: string, content: string, more: object = {}) =>
  actor.post<OwnComment>(`/api/posts/${slug}/comments`, { content, ...more });

/** The public thread of an article. */
export const threadOf = async (actor: Actor, slug: string, page = 1) =>
  (await actor.get<ThreadPage>(`/api/posts/${slug}/comments?page=${page}`)).body;

/** The functions by which a reader uses a thread. */
export const ownOf = async (actor: Actor, slug: string) => (await actor.get<OwnThread>(`/api/posts/${slug}/comments/own`)).body;

/** The texts of a thread, in the order of reading. */
export const textsOf = ({ comments }: Pick<ThreadPage, "comments">) =>
  comments.map(({ content_html }) => content_html.replace(/<[^>]+>/g, ""));

/** A page of the back office's list. */
export const listed = async (admin: Actor, query = "") => (await admin.get<AdminCommentPage>(`/api/admin/comments${query}`)).body;
