import type { FullDisk } from "../../domain/system/system.ts";
import type { Deps } from "../env.ts";

const seen = new WeakMap<Deps, FullDisk>();

const NEVER: FullDisk = { refused: 0, last: null };

export const fullDisk = (deps: Deps): FullDisk => seen.get(deps) ?? NEVER;

export function noteFullDisk(deps: Deps): void {
  seen.set(deps, { refused: fullDisk(deps).refused + 1, last: deps.context.clock.now().toISOString() });
}
