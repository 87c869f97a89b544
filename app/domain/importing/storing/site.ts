import { adoptSettings } from "../../settings/adopting.ts";
import type { Run } from "./run.ts";

/** Takes the settings of one of our own archives over where nobody has chosen any here. */
export async function storeSite({ ctx, source, findings, actor, dry }: Run): Promise<void> {
  if (!source.settings || dry) return;
  const { value, content } = source.settings as { value: Record<string, unknown>; content: Record<string, unknown> };
  if (Object.keys(value).length + Object.keys(content).length === 0) return;
  const taken = await adoptSettings(ctx, actor, { value, content });
  if (!taken) findings.tell("kept", "settings.json", "Settings were chosen here already: they stay as they are here.");
}
