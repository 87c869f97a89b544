import { randomBytes } from "node:crypto";

/** The time, injectable so that tests can move it. */
export type Clock = { now(): Date };

/** Random bytes as lower-case hex, injectable so that tests can repeat them. */
export type Random = { hex(bytes: number): string };

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The machine's own cryptographic randomness. */
export const systemRandom: Random = { hex: (bytes) => randomBytes(bytes).toString("hex") };
