import { analyticsPolicy } from "../../../domain/analytics/analytics.policy.ts";
import type { PolicyActor } from "../../../domain/back-office.policy.ts";
import { commentPolicy } from "../../../domain/comments/comment.policy.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import type { Ability } from "../../../domain/policy.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { subscriberPolicy } from "../../../domain/subscribers/subscriber.policy.ts";
import { SCOPES, type Scope } from "../../../domain/tokens/token-rules.ts";

/** What each is for, and what its owner has to be allowed for it to be of use. */
export const SCOPE_MEANINGS: Record<Scope, { hint: string; needs: Pick<Ability, "admits"> }> = {
  "posts:read": { hint: "Posts with drafts, categories, tags and redirects.", needs: postPolicy.readAny },
  "posts:write": { hint: "Drafts, and unpublished changes of published posts.", needs: postPolicy.create },
  "posts:publish": { hint: "Everything that changes what readers see of posts.", needs: postPolicy.publish },
  "media:read": { hint: "The library.", needs: mediaPolicy.read },
  "media:write": { hint: "Uploads, descriptions and the trash of the library.", needs: mediaPolicy.upload },
  "comments:read": { hint: "Comments of every status, and bans.", needs: commentPolicy.readAny },
  "comments:moderate": { hint: "Decisions, replies and bans.", needs: commentPolicy.moderate },
  "analytics:read": { hint: "Figures of the site and of its articles.", needs: analyticsPolicy.readPosts },
  "subscribers:read": { hint: "Subscribers with their email addresses, and issues.", needs: subscriberPolicy.read },
  "subscribers:write": { hint: "Adding, suppressing and deleting subscribers.", needs: subscriberPolicy.read },
};

export const scopesFor = (user: PolicyActor): Scope[] => SCOPES.filter((scope) => SCOPE_MEANINGS[scope].needs.admits(user));
