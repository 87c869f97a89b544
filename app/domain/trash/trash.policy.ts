import { admins, editors, team, writers } from "../policy.ts";

/** Everybody of the team finds there what they may restore, by kind; of posts their own, unless they are editors. */
export const trashPolicy = { read: team, restore: team, delete: team, post: writers, comment: admins, category: editors };
