import { everyone } from "../policy.ts";

export const viewPolicy = { record: everyone };
