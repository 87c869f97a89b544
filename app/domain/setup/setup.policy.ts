import { everyone } from "../policy.ts";

/** Who may set the site up: everybody with the link of a new installation. */
export const setupPolicy = { complete: everyone };
