import { type Archived, adoptSettings, previewSettings } from "../../settings/adopt-settings.ts";
import type { Run } from "./run.ts";

const PLACE = "settings.json";

/** Shows what the settings of one of our own archives are, and takes them over where that was chosen. */
export async function storeSite({ ctx, source, findings, actor, dry, takeSettings }: Run): Promise<void> {
  if (!source.settings) return;
  const archived = source.settings as Archived;
  const writer = actor.kind === "user" ? actor : ({ kind: "operator" } as const);
  if (!dry && takeSettings) {
    findings.report.settings = await adoptSettings(ctx, writer, archived);
    for (const { name, refused } of findings.report.settings) if (refused) findings.tell("kept", `${PLACE}, ${name}`, refused);
    return;
  }
  const { all, unknown } = await previewSettings(ctx, archived);
  findings.report.settings = all;
  if (unknown > 0) findings.tell("dropped", PLACE, `Settings and texts that aren't known here don't come along: ${unknown}.`);
  if (!dry && all.some(({ refused }) => refused === null))
    findings.tell("kept", PLACE, "The archive's settings were left alone: taking them over wasn't chosen.");
}
