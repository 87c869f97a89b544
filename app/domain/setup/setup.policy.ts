import { everyone } from "../policy.ts";

/** Who may set the site up or restore a backup instead: everybody with the link of a new installation. */
export const setupPolicy = { complete: everyone, restore: everyone };
