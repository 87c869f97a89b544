import { everyone } from "../policy.ts";

/** Who may set the site up: whoever has the link of a new installation. */
export const setupPolicy = { complete: everyone };
