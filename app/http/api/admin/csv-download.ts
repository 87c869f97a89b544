import { Readable } from "node:stream";
import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";

/** Made while it is sent. HEAD doesn't start it. */
export async function csvDownload(c: Context<AppEnv>, name: string, begin: () => Promise<Readable>): Promise<Response> {
  const day = c.var.deps.context.clock.now().toISOString().slice(0, 10);
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}-${day}.csv"`,
    "cache-control": "private, no-store",
  };
  return new Response(c.req.method === "HEAD" ? null : (Readable.toWeb(await begin()) as ReadableStream), { headers });
}
