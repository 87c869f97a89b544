import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { messageOf } from "../../account/frame/failure.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_ISSUES, createIssue, newsletterQuery, postIssueQuery, startIssue } from "./queries.ts";

const UNANSWERED = "The server could not be reached.";

/** `category_id`: only its followers get it. `when`: for a post that is scheduled, with it. */
export type PostToSend = { id: string; category_id: string | null; when: "now" | "with post" };

const newIssue = ({ id, category_id }: Pick<PostToSend, "id" | "category_id">) =>
  createIssue({ kind: "post", post_id: id, audience: category_id === null ? "all" : "category", category_id });

/**
 * The newsletter as the editor of a post offers it.
 * @param id of the post, once it is stored
 * @returns `issue`: null if the post has none; `send`: after the post has been published, which waits for nothing of this
 */
export function usePostIssue(id: string | null, isOffered: boolean) {
  const client = useQueryClient();
  const { data: issue } = useQuery({ ...postIssueQuery(id ?? ""), enabled: isOffered && id !== null });
  const { data: newsletter } = useQuery({ ...newsletterQuery(), enabled: isOffered });
  const { mutate, error, reset } = useAdminMutation({
    call: async (post: PostToSend) => {
      const created = await newIssue(post);
      client.setQueryData(postIssueQuery(post.id).queryKey, created);
      return startIssue(created.id, { when: post.when });
    },
    success: (_, { when }) => (when === "now" ? "The issue is being sent" : "The issue goes out with the post"),
    invalidates: CHANGED_ISSUES,
  });
  return {
    isOffered,
    isReady: newsletter?.missing.length === 0,
    issue: id === null ? null : issue,
    failure: error && messageOf(error, UNANSWERED),
    send: mutate,
    dismiss: reset,
  };
}

export type PostIssue = ReturnType<typeof usePostIssue>;

/** Opens the issue of a post, or a draft of one. Nothing is sent by this. */
export function useOpenPostIssue() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useAdminMutation<Issue, string>({
    call: async (id) => {
      const issue = (await client.fetchQuery(postIssueQuery(id))) ?? (await newIssue({ id, category_id: null }));
      void navigate(adminRoutes.issue(issue.id));
      return issue;
    },
    failure: (message) => `Failed to open the newsletter issue: ${message}`,
    invalidates: CHANGED_ISSUES,
  });
}
