import { everyone } from "../policy.ts";

export const likePolicy = { read: everyone, create: everyone, update: everyone, delete: everyone };
