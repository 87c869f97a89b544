import { connect } from "node:tls";
import { type Finding, failed, inWords, ok, plural, type RunCheck, warning } from "./installation.ts";

const HERE = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** ms */
const PATIENCE = 5000;
/** ms; certificates are usually renewed a month before they end */
const RENEWED = 14 * 86_400_000;

function certificateEnd({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: PATIENCE }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer in time")));
    socket.once("error", reject);
  });
}

const causeOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
};

/** Throws if nobody answers. */
async function isAlive(url: URL): Promise<boolean> {
  const answer = await fetch(new URL(`${url.pathname.replace(/\/$/, "")}/healthz`, url), {
    signal: AbortSignal.timeout(PATIENCE),
    redirect: "manual",
  });
  const body = (await answer.json().catch(() => null)) as { status?: unknown } | null;
  return answer.status === 200 && typeof body?.status === "string";
}

const BEHIND_A_PROXY =
  "Put a proxy with a certificate in front (deploy/Caddyfile gets one automatically), and set SITE_URL to its https URL.";

export const addressCheck: RunCheck = {
  name: "site_url",
  title: "Public URL and HTTPS",
  why: "Links in emails, feeds and search engines lead there, and without HTTPS passwords cross the network in plain text.",
  async run({ siteUrl, server }): Promise<Finding> {
    const url = siteUrl ? URL.parse(siteUrl) : null;
    if (!url)
      return warning(
        "SITE_URL isn’t set: links in emails and feeds lead to this machine only.",
        "Set SITE_URL to the public URL.",
      );
    if (HERE.test(url.hostname))
      return warning(
        `The site’s URL is ${url.origin}, which leads to this machine only.`,
        "Set SITE_URL to the public URL once there is one.",
      );
    if (url.protocol !== "https:") return warning(`The site’s URL ${url.origin} isn’t encrypted.`, BEHIND_A_PROXY);
    try {
      if (!(await isAlive(url)))
        return warning(
          `${url.origin} answers, but not as this site does.`,
          "Check where the proxy and the name lead; GET /healthz should answer 200 there.",
        );
      const left = (await certificateEnd(url)) - Date.now();
      if (left < RENEWED)
        return warning(
          `The certificate of ${url.hostname} ends in ${inWords(Math.max(0, left / 1000))}.`,
          "Renew it. Most programs do this automatically a month before, so check the log of the one you use.",
        );
      return ok(`${url.origin} leads here, and its certificate is valid for another ${inWords(left / 1000)}.`);
    } catch (error) {
      const stopped = server.state === "not running" ? " The site isn’t running, which may be the reason." : "";
      return warning(
        `${url.origin} can’t be reached from this machine: ${causeOf(error)}.${stopped}`,
        "Check name, certificate and proxy. Some routers don’t let a machine reach its own public URL: then try from another one.",
      );
    }
  },
};

/** Share of requests without the addresses of all proxies; with fewer, it is a visitor. */
const MANY = 0.5;

export const proxyCheck: RunCheck = {
  name: "proxy",
  title: "Proxy and visitors’ addresses",
  why: "Limits on password guesses are counted per visitor address. If it is wrong, everyone shares one limit, or no one has a limit.",
  async run({ config: { trustProxy, host }, server: { traffic } }): Promise<Finding> {
    const set = `TRUST_PROXY is ${trustProxy}`;
    if (traffic?.unknownProxy)
      return warning(
        "Requests seem to come through a proxy, but TRUST_PROXY is 0: visitors share limits.",
        "Set TRUST_PROXY to the number of proxies in front of the site.",
      );
    if (trustProxy === 0) return ok(`${set}: the visitor’s address is that of the connection. The site listens on ${host}.`);
    if (!traffic || traffic.requests === 0) return ok(`${set}. The proxy can be checked once the site has had visitors.`);
    const { requests, withoutAddresses, fewestAddresses } = traffic;
    if (withoutAddresses / requests > MANY)
      return warning(
        `${set}, but ${withoutAddresses} of ${plural(requests, "request")} came with fewer addresses in X-Forwarded-For.`,
        "Let each proxy add the address (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for), or lower TRUST_PROXY.",
      );
    if (fewestAddresses !== null && fewestAddresses > trustProxy)
      return warning(
        `${set}, but every request came with at least ${fewestAddresses} addresses in X-Forwarded-For: a proxy counts as the visitor.`,
        `Set TRUST_PROXY to ${fewestAddresses} if that many proxies are in front of the site.`,
      );
    return ok(`${set}, and requests carry as many addresses (${plural(requests, "request")} seen).`);
  },
};

export const serverCheck: RunCheck = {
  name: "server",
  title: "Server",
  why: "It answers readers and does the background work.",
  async run({ server: { state } }): Promise<Finding> {
    if (state === "ready") return ok("The site is running and ready.");
    if (state === "not running")
      return warning("The site isn’t running.", "Start it with npm start, or systemctl start skylark.");
    return failed(
      "The site is running but not ready: /readyz answers 503.",
      "See the checks of the database and the migrations.",
    );
  },
};
