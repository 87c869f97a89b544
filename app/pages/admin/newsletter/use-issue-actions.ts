import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { subscribers } from "./issue-words.tsx";
import { CHANGED_ISSUES, cancelIssue, deleteIssue, pauseIssue, resumeIssue } from "./queries.ts";

/** What an owner does with an issue on its way. */
export function useIssueActions(issue: Issue) {
  const { id, state, counts } = issue;
  const navigate = useNavigate();
  const confirm = useConfirm();
  const does = <Data>(call: (id: string) => Promise<Data>, verb: string, success?: string) => ({
    call,
    ...(success && { success }),
    failure: (message: string) => `Failed to ${verb} the issue: ${message}`,
    invalidates: CHANGED_ISSUES,
  });
  const pause = useAdminMutation(does(pauseIssue, "pause"));
  const resume = useAdminMutation(does(resumeIssue, "resume"));
  const cancel = useAdminMutation(does(cancelIssue, "cancel", "Issue canceled"));
  const remove = useAdminMutation(does(deleteIssue, "delete", "Issue deleted"));
  const askCancel = async () => {
    const text =
      state === "scheduled"
        ? "It won’t be sent. You can’t schedule it again."
        : `${subscribers(counts.waiting)} won’t get it. Emails that have been sent can’t be taken back.`;
    const question = { title: "Cancel issue", text, action: "Cancel issue", cancel: "Keep it", tone: "danger" } as const;
    if (await confirm(question)) cancel.mutate(id);
  };
  const askDelete = async () => {
    const question = { title: "Delete issue", text: "This action cannot be undone.", action: "Delete", tone: "danger" } as const;
    if (await confirm(question)) remove.mutate(id, { onSuccess: () => void navigate(adminRoutes.newsletter()) });
  };
  const isBusy = [pause, resume, cancel, remove].some(({ isPending }) => isPending);
  return { isBusy, pause: () => pause.mutate(id), resume: () => resume.mutate(id), askCancel, askDelete };
}

export type IssueActions = ReturnType<typeof useIssueActions>;
