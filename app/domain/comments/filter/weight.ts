import type { DecidedAs } from "../comment-rules.ts";
import type { Counts } from "./score.ts";

/** Lessons of this time weigh 1, later ones more: what matters is only how much more than others. */
const EPOCH = Date.UTC(2026, 0, 1);
const HALF_LIFE_MS = (365.25 / 2) * 86_400_000;
/** A multiple of a power of two, so that sums are exact and what is taken away leaves what was there before, for decades. */
const STEP = 2 ** -10;

/** Of a lesson learned at `time`. It doubles every half-year, which is as if older lessons lost half. */
export const weightAt = (time: Date): number =>
  Math.max(STEP, Math.round(2 ** ((time.getTime() - EPOCH) / HALF_LIFE_MS) / STEP) * STEP);

/** Half a lesson about spam is a comment that was rejected without the mark: it may be rude, or beside the point. */
export const lessonOf = (decided: DecidedAs, time: Date): { kind: keyof Counts; weight: number } =>
  decided === "good"
    ? { kind: "good", weight: weightAt(time) }
    : { kind: "spam", weight: decided === "spam" ? weightAt(time) : weightAt(time) / 2 };
