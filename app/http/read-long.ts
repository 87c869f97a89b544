import type { Context } from "../domain/context.ts";
import type { Deps } from "./env.ts";

/**
 * On the standby of DATABASE_READ_URL, if there is one that is fit for it.
 * @param work only reads, with the context that it gets; it may be run twice
 */
export const readLong = <T>({ context, replica }: Deps, work: (ctx: Context) => Promise<T>): Promise<T> =>
  replica ? replica.read((db) => work({ ...context, db })) : work(context);
