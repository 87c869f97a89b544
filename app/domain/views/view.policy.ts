import { everyone } from "../policy.ts";

/** Who may report that something was opened or read. */
export const viewPolicy = { record: everyone };
