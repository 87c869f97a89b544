import { createServer } from "node:http";
import { mayReadMetrics } from "../http/guards/metrics-token.ts";
import type { Config } from "../platform/config/config.ts";

/** Prometheus' text format, version 0.0.4. */
const TEXT = "text/plain; version=0.0.4; charset=utf-8";

/** Answers everybody who reaches the port; with METRICS_TOKEN only with that. @throws Node's error when the port is taken or not allowed */
export async function openMetricsPort(
  { host, metricsPort, metricsToken }: Pick<Config, "host" | "metricsPort" | "metricsToken">,
  gather: () => Promise<string>,
): Promise<() => Promise<void>> {
  if (metricsPort === undefined) return async () => {};
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const end = (status: number, text: string, headers = {}) =>
      response
        .writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", ...headers })
        .end(text);
    if (request.url !== "/metrics") return void end(404, "Not found\n");
    if (request.method !== "GET" && request.method !== "HEAD")
      return void end(405, "Method not allowed\n", { allow: "GET, HEAD" });
    if (metricsToken !== undefined && !mayReadMetrics(request.headers.authorization, metricsToken))
      return void end(401, "The token of METRICS_TOKEN is missing or wrong.\n", { "www-authenticate": "Bearer" });
    gather().then(
      (text) => end(200, text, { "content-type": TEXT }),
      () => end(500, "The metrics could not be gathered.\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    // Not once: a connection that the system can't hand over later is lost, and nothing else.
    server.on("error", reject);
    server.listen(metricsPort, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
