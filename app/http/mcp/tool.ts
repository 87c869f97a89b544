import { z } from "@hono/zod-openapi";
import type { Scope } from "../../domain/tokens/token-rules.ts";
import type { Fence } from "./fence.ts";
import type { Call } from "./operations.ts";

/** `data`: structured content. */
type ToolAnswer = { text: string; data: Record<string, unknown> };

/** `host`: this site's, with its port. */
type Around<Id extends string> = { call: Call<Id>; fence: Fence; host: string };

/** `operations`: all that it calls; their scopes say whom it is listed for. `besides`: a scope that they check only for this. */
type Description<Id extends string, Shape extends z.ZodRawShape> = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject<Shape>;
  operations: readonly Id[];
  besides?: Scope;
  /** changes nothing */
  isRead: boolean;
  run(input: z.output<z.ZodObject<Shape>>, around: Around<Id>): Promise<ToolAnswer>;
};

export type Tool = Omit<Description<string, z.ZodRawShape>, "run" | "input"> & {
  input: z.ZodType;
  run(input: never, around: Around<string>): Promise<ToolAnswer>;
};

export const defineTool = <const Id extends string, Shape extends z.ZodRawShape>(tool: Description<Id, Shape>): Tool => tool;

/** The most entries of a list. */
export const LISTED = 50;

export const page = z
  .int("must be a whole number")
  .min(1, "must be a whole number from 1 on")
  .optional()
  .meta({ description: `Page, counted from 1; each has ${LISTED} entries at most` });

/** Says whether a list is cut. */
export const countNote = (shown: number, total: number, noun: string): string =>
  shown < total ? `${shown} of ${total} ${noun}` : `${total} ${noun}`;
