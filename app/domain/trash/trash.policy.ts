import { editors, moderators, team, writers } from "../policy.ts";

/** Everybody of the team finds there what they may restore, by kind; of posts and their comments their own, unless they are editors or moderators. */
export const trashPolicy = { read: team, restore: team, delete: team, post: writers, comment: moderators, category: editors };
