import { LRUCache } from "lru-cache";
import { type Channel, HIT_LIMITS, type Origin } from "../hit-rules.ts";
import { cleanOrNull, cleanText } from "./addresses.ts";

/** Known sources: the name that screens show, the channel, and the hosts (including subdomains). */
const KNOWN: readonly (readonly [name: string, channel: Channel, hosts: string])[] = [
  ["Gmail", "mail", "mail.google.com com.google.android.gm"],
  ["Outlook", "mail", "outlook.live.com outlook.office.com outlook.office365.com"],
  ["Yahoo Mail", "mail", "mail.yahoo.com"],
  ["Proton Mail", "mail", "mail.proton.me"],
  ["Gemini", "ai", "gemini.google.com"],
  ["Copilot", "ai", "copilot.microsoft.com copilot.com"],
  ["ChatGPT", "ai", "chatgpt.com chat.openai.com"],
  ["Perplexity", "ai", "perplexity.ai"],
  ["Claude", "ai", "claude.ai"],
  ["DeepSeek", "ai", "chat.deepseek.com"],
  ["Mistral", "ai", "chat.mistral.ai"],
  ["Grok", "ai", "grok.com"],
  ["You.com", "ai", "you.com"],
  ["Google News", "referral", "news.google.com"],
  ["Google", "search", "com.google.android.googlequicksearchbox"],
  ["Bing", "search", "bing.com"],
  ["DuckDuckGo", "search", "duckduckgo.com"],
  ["Yahoo", "search", "search.yahoo.com yahoo.com"],
  ["Ecosia", "search", "ecosia.org"],
  ["Brave Search", "search", "search.brave.com"],
  ["Startpage", "search", "startpage.com"],
  ["Qwant", "search", "qwant.com"],
  ["Kagi", "search", "kagi.com"],
  ["Baidu", "search", "baidu.com"],
  ["Naver", "search", "naver.com"],
  ["Seznam", "search", "seznam.cz"],
  ["X", "social", "x.com twitter.com t.co"],
  ["Facebook", "social", "facebook.com fb.com fb.me messenger.com"],
  ["Instagram", "social", "instagram.com"],
  ["Threads", "social", "threads.net threads.com"],
  ["LinkedIn", "social", "linkedin.com lnkd.in com.linkedin.android"],
  ["Reddit", "social", "reddit.com redd.it com.reddit.frontpage"],
  ["Hacker News", "social", "news.ycombinator.com"],
  ["Mastodon", "social", "mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io mas.to infosec.exchange"],
  ["Bluesky", "social", "bsky.app go.bsky.app"],
  ["YouTube", "social", "youtube.com youtu.be"],
  ["TikTok", "social", "tiktok.com"],
  ["Pinterest", "social", "pinterest.com pin.it"],
  ["WhatsApp", "social", "whatsapp.com wa.me"],
  ["Telegram", "social", "t.me telegram.org org.telegram.messenger"],
  ["Discord", "social", "discord.com discordapp.com"],
  ["Slack", "social", "slack.com com.slack"],
];

/** Search engines with a host in every country. */
const WORLDWIDE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(www\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/, "Google"],
  [/^(www\.)?yandex\.[a-z]{2,3}$|^(www\.)?ya\.ru$/, "Yandex"],
];

const byHost = new Map(
  KNOWN.flatMap(([name, channel, hosts]) => hosts.split(" ").map((host) => [host, { name, channel }] as const)),
);
const byName = new Map(KNOWN.map(([name, channel]) => [name.toLowerCase().replaceAll(/[ .]/g, ""), { name, channel }] as const));

type KnownSource = { name: string; channel: Channel };

/** The known source that a host such as `www.bing.com` belongs to; undefined for others. */
function sourceOfHost(host: string): KnownSource | undefined {
  const worldwide = WORLDWIDE.find(([pattern]) => pattern.test(host));
  if (worldwide) return { name: worldwide[1], channel: "search" };
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const found = byHost.get(rest);
    if (found) return found;
  }
  return undefined;
}

/** The known source in a `utm_source`, as a host (`chatgpt.com`) or a name (`LinkedIn`); undefined for others. */
const sourceOfTag = (tag: string): KnownSource | undefined =>
  sourceOfHost(tag.toLowerCase()) ?? byName.get(tag.toLowerCase().replaceAll(/[ ._-]/g, ""));

/** Values of `utm_medium` and their channels. */
const MEDIA: readonly (readonly [pattern: RegExp, channel: Channel])[] = [
  [/^(e-?mail|mail|newsletter)$/i, "mail"],
  [/^(social([ _-]?(media|network))?|sm)$/i, "social"],
  [/^organic$/i, "search"],
  [/^referral$/i, "referral"],
];

/** URL schemes of referrers. */
const SENDERS = new Set(["http:", "https:", "android-app:"]);

type Referrer = { url: string; host: string };

/** Readers come from the same few pages; reading each address once is enough. */
const referrers = new LRUCache<string, { read: Referrer | null }>({ max: 4000 });
const origins = new LRUCache<string, Origin>({ max: 4000 });

/**
 * The referring page without parts that may be personal: credentials, query and fragment.
 * @returns null when there is none or it can't be read
 */
export function readReferrer(raw: string | undefined): Referrer | null {
  if (!raw) return null;
  const key = raw.slice(0, HIT_LIMITS.referrer);
  const known = referrers.get(key) ?? { read: parseReferrer(key) };
  referrers.set(key, known);
  return known.read;
}

function parseReferrer(raw: string): Referrer | null {
  const url = URL.parse(raw.toWellFormed());
  if (!url || !SENDERS.has(url.protocol) || !url.hostname) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  const path = url.pathname === "/" ? "" : url.pathname;
  return { url: cleanText(`${url.protocol}//${url.host}${path}`, HIT_LIMITS.path), host };
}

/**
 * Where a hit came from, by the tags in its address, or else by the page before it.
 * @param query of the address
 * @param ownHosts names that the site goes by; a visit that comes from there has no other origin
 */
export function originOf(query: URLSearchParams, rawReferrer: string | undefined, ownHosts: readonly (string | null)[]): Origin {
  if (query.size > 0) return readOrigin(query, rawReferrer, ownHosts);
  const key = `${ownHosts.join(" ")} ${rawReferrer?.slice(0, HIT_LIMITS.referrer) ?? ""}`;
  const known = origins.get(key) ?? readOrigin(query, rawReferrer, ownHosts);
  origins.set(key, known);
  return known;
}

function readOrigin(query: URLSearchParams, rawReferrer: string | undefined, ownHosts: readonly (string | null)[]): Origin {
  const tag = (name: string) => cleanOrNull(query.get(name), HIT_LIMITS.source);
  const referrer = readReferrer(rawReferrer);
  const tags = {
    utm_source: tag("utm_source"),
    utm_medium: tag("utm_medium"),
    utm_campaign: tag("utm_campaign"),
    utm_term: tag("utm_term"),
    utm_content: tag("utm_content"),
  };
  const isOwn = referrer !== null && ownHosts.some((host) => host?.toLowerCase().replace(/:\d+$/, "") === referrer.host);
  const base = { ...tags, referrer_url: isOwn ? null : (referrer?.url ?? null) };
  if (tags.utm_source || tags.utm_medium || tags.utm_campaign) return { ...base, ...taggedOrigin(tags, referrer) };
  if (isOwn) return { ...base, source: "Direct", channel: "internal" };
  return { ...base, ...referredOrigin(referrer) };
}

type Tags = Pick<Origin, "utm_source" | "utm_medium" | "utm_campaign">;

function taggedOrigin({ utm_source, utm_medium, utm_campaign }: Tags, referrer: Referrer | null) {
  const known = utm_source ? sourceOfTag(utm_source) : undefined;
  const source = known?.name ?? utm_source ?? referredOrigin(referrer).source;
  const medium = MEDIA.find(([pattern]) => pattern.test(utm_medium ?? ""))?.[1];
  // Some sites tag every link with their own name; that alone isn't a campaign.
  const channel = medium ?? (known && !utm_medium && !utm_campaign ? known.channel : "campaign");
  return { source, channel };
}

function referredOrigin(referrer: Referrer | null): Pick<Origin, "source" | "channel"> {
  if (!referrer) return { source: "Direct", channel: "direct" };
  const known = sourceOfHost(referrer.host);
  if (known) return { source: known.name, channel: known.channel };
  return { source: referrer.host.replace(/^www\./, "").slice(0, HIT_LIMITS.source), channel: "referral" };
}
