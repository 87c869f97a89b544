import type { ProxyTraffic, ServerState } from "../domain/system/checks/installation.ts";
import type { Config } from "../platform/config/config.ts";

const PATIENCE = 5000;
const EVERY_INTERFACE: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };

const STATES = ["ready", "not ready"] as const;

export async function askServer({
  host,
  port,
  metricsToken,
}: Pick<Config, "host" | "port" | "metricsToken">): Promise<ServerState> {
  const name = EVERY_INTERFACE[host] ?? (host.includes(":") ? `[${host}]` : host);
  const headers: Record<string, string> = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
  const ask = (path: string) => fetch(`http://${name}:${port}${path}`, { headers, signal: AbortSignal.timeout(PATIENCE) });
  try {
    const body = (await (await ask("/readyz")).json()) as { status?: unknown };
    const state = STATES.find((one) => one === body.status);
    // Another program may have the port.
    if (!state) return { state: "not running", traffic: null };
    return { state, traffic: await trafficOf(ask).catch(() => null) };
  } catch {
    return { state: "not running", traffic: null };
  }
}

/** Null if the server doesn't show them to us. */
async function trafficOf(ask: (path: string) => Promise<Response>): Promise<ProxyTraffic | null> {
  const answer = await ask("/metrics");
  if (!answer.ok) return null;
  const text = await answer.text();
  const value = (name: string) => {
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
    return found === undefined ? null : Number(found);
  };
  const requests = value("skylark_proxied_requests_total");
  if (requests === null) return null;
  return {
    requests,
    withoutAddresses: value("skylark_proxied_requests_without_addresses_total") ?? 0,
    fewestAddresses: requests > 0 ? value("skylark_proxied_requests_fewest_addresses") : null,
    unknownProxy: value("skylark_unknown_proxy_seen") === 1,
  };
}
