import { categoryPolicy } from "../../../domain/categories/category.policy.ts";
import { newsletterPolicy } from "../../../domain/newsletter/newsletter.policy.ts";
import type { HandedIn } from "../../../domain/posts/hand-ins/hand-in.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { useOfficeUser } from "../frame/office-user.ts";
import type { SessionState } from "./session/reduce-session.ts";

/** What the user may do with the post that they write. */
export function useRights({ stored, plan }: Pick<SessionState, "stored" | "plan">, handed_in: HandedIn | null) {
  const user = useOfficeUser();
  const standing = { status: stored.values.status, planned: plan.planned, handed_in };
  const mayPublish = postPolicy.publish.admits(user);
  const maySave = stored.id === null || postPolicy.update.allows(user, standing);
  return {
    /** also to schedule it, and to change its status and date */
    mayPublish,
    maySave,
    mayHandIn: maySave && !mayPublish && postPolicy.handIn.admits(user),
    /** until an editor has decided */
    isLocked: handed_in !== null && !maySave,
    mayEditAny: postPolicy.editAny.admits(user),
    mayCreateCategory: categoryPolicy.create.admits(user),
    maySendNewsletter: newsletterPolicy.read.admits(user),
  };
}

export type Rights = ReturnType<typeof useRights>;
