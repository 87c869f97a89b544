import type { Actor } from "../../auth/model.ts";
import type { Context } from "../../context.ts";
import type { Findings } from "../findings.ts";
import type { Source } from "../items.ts";

/** One import that is under way. */
export type Run = {
  ctx: Context;
  importId: string;
  source: Source;
  findings: Findings;
  /** who began it */
  actor: Actor;
  /** only looks what would be done */
  dry: boolean;
  /** whether the settings of one of our own archives are taken over */
  takeSettings: boolean;
  /** host (with port) of this site */
  ownHost?: string | undefined;
};
