import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Issue, IssueChanges } from "../../../domain/newsletter/newsletter.ts";
import { serverProblems } from "../frame/form-problems.ts";
import { useLeaveWarning } from "../frame/unsaved-changes.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { CHANGED_ISSUES, issueQuery, updateIssue } from "./queries.ts";

const FIELDS = ["subject", "preview_text", "content", "audience", "category_id"] as const;

export type IssueValues = Pick<Issue, (typeof FIELDS)[number]>;

/** An issue as it is on the screen. `store` saves it first, before a test or the start. */
export function useIssueForm(issue: Issue) {
  const client = useQueryClient();
  const [patch, setPatch] = useState<Partial<IssueValues>>({});
  const values: IssueValues = { ...issue, ...patch };
  const isDirty = FIELDS.some((name) => values[name] !== issue[name]);
  useLeaveWarning(isDirty);
  const save = useAdminMutation({
    call: (changes: IssueChanges) => updateIssue(issue.id, changes),
    failure: (message) => `Failed to save the issue: ${message}`,
    invalidates: CHANGED_ISSUES,
  });
  const problems = save.error ? serverProblems(save.error, (message) => message) : {};
  /** @returns whether everything is saved */
  const store = async (): Promise<boolean> => {
    if (!isDirty) return true;
    if (save.isPending) return false;
    try {
      await save.mutateAsync(patch);
      await client.refetchQueries(issueQuery(issue.id));
    } catch {
      return false;
    }
    // What was typed while it was on its way stays.
    setPatch((now) => (now === patch ? {} : now));
    return true;
  };
  const change = (more: Partial<IssueValues>) => {
    save.reset();
    setPatch((before) => ({ ...before, ...more }));
  };
  return { values, isDirty, isBusy: save.isPending, errorOf: (name: string) => problems.fields?.[name], change, store };
}

export type IssueForm = ReturnType<typeof useIssueForm>;
