import { everyone } from "../policy.ts";

/** Who may do what with likes: everyone, each reader session with its own. */
export const likePolicy = { read: everyone, create: everyone, update: everyone, delete: everyone };
