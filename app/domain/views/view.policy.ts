import { everyone } from "../policy.ts";

/** Who may report that a page was opened or read. */
export const viewPolicy = { record: everyone };
