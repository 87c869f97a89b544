import { editors, everyone, writers } from "../policy.ts";

/** Saving a post creates its tags. */
export const tagPolicy = { read: everyone, readAny: writers, update: editors, merge: editors, delete: editors };
