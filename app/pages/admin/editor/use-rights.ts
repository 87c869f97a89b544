import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { newsletterPolicy } from "../../../domain/newsletter/newsletter.policy.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { useOfficeUser } from "../frame/office-user.ts";
import type { SessionState } from "./session/reduce-session.ts";

/** What the user may do with the post that they write. */
export function useRights({ stored, plan }: Pick<SessionState, "stored" | "plan">) {
  const user = useOfficeUser();
  return {
    /** also to schedule it, and to change its status and date */
    mayPublish: postPolicy.publish.admits(user),
    maySave: stored.id === null || postPolicy.update.allows(user, { status: stored.values.status, planned: plan.planned }),
    mayEditAny: postPolicy.editAny.admits(user),
    mayCreateCategory: categoryPolicy.create.admits(user),
    maySendNewsletter: newsletterPolicy.read.admits(user),
  };
}

export type Rights = ReturnType<typeof useRights>;
