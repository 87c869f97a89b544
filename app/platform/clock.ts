import { randomBytes } from "node:crypto";

export type Clock = { now(): Date };

export type Random = { hex(bytes: number): string };

export const systemClock: Clock = { now: () => new Date() };

export const systemRandom: Random = { hex: (bytes) => randomBytes(bytes).toString("hex") };
