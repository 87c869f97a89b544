import { LRUCache } from "lru-cache";
import { type Channel, HIT_LIMITS, type Origin } from "../hit-rules.ts";
import { cleanOrNull, cleanText } from "./addresses.ts";

/** The name that screens show, the channel, and the hosts (including subdomains). */
const KNOWN: readonly (readonly [name: string, channel: Channel, hosts: string])[] = [
  ["Gmail", "mail", "mail.google.com com.google.android.gm"],
  ["Outlook", "mail", "outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook"],
  ["Yahoo Mail", "mail", "mail.yahoo.com mail.yahoo.co.jp com.yahoo.mobile.client.android.mail"],
  ["Proton Mail", "mail", "mail.proton.me ch.protonmail.android"],
  ["GMX", "mail", "navigator.gmx.net navigator-bs.gmx.net com.gmx.mobile.android.mail"],
  ["WEB.DE", "mail", "navigator.web.de navigator-bs.web.de de.web.mobile.android.mail"],
  ["Gemini", "ai", "gemini.google.com com.google.android.apps.bard"],
  ["Copilot", "ai", "copilot.microsoft.com copilot.com com.microsoft.copilot"],
  ["ChatGPT", "ai", "chatgpt.com chat.openai.com com.openai.chatgpt"],
  ["Perplexity", "ai", "perplexity.ai ai.perplexity.app.android"],
  ["Claude", "ai", "claude.ai com.anthropic.claude"],
  ["DeepSeek", "ai", "chat.deepseek.com com.deepseek.chat"],
  ["Mistral", "ai", "chat.mistral.ai ai.mistral.chat"],
  ["Grok", "ai", "grok.com ai.x.grok"],
  ["You.com", "ai", "you.com"],
  ["Google News", "referral", "news.google.com com.google.android.apps.magazines"],
  ["Google", "search", "com.google.android.googlequicksearchbox com.google.android.apps.searchlite com.google.ar.lens"],
  ["Bing", "search", "bing.com com.microsoft.bing"],
  ["DuckDuckGo", "search", "duckduckgo.com com.duckduckgo.mobile.android"],
  ["Yahoo", "search", "yahoo.com yahoo.co.jp"],
  ["Ecosia", "search", "ecosia.org com.ecosia.android"],
  ["Brave Search", "search", "search.brave.com"],
  ["Startpage", "search", "startpage.com"],
  ["Qwant", "search", "qwant.com com.qwant.liberty"],
  ["Kagi", "search", "kagi.com"],
  ["Baidu", "search", "baidu.com com.baidu.searchbox"],
  ["Naver", "search", "naver.com com.nhn.android.search"],
  ["Daum", "search", "daum.net net.daum.android.daum"],
  ["Seznam", "search", "seznam.cz cz.seznam.sbrowser"],
  ["Sogou", "search", "sogou.com"],
  ["360 Search", "search", "so.com"],
  ["Cốc Cốc", "search", "coccoc.com com.coccoc.trinhduyet"],
  ["WEB.DE Suche", "search", "suche.web.de"],
  ["GMX Suche", "search", "suche.gmx.net suche.gmx.at suche.gmx.ch search.gmx.com"],
  ["T-Online Suche", "search", "suche.t-online.de"],
  ["MetaGer", "search", "metager.de metager.org"],
  ["Mojeek", "search", "mojeek.com"],
  ["Swisscows", "search", "swisscows.com"],
  ["Lilo", "search", "search.lilo.org lilo.org"],
  ["AOL", "search", "search.aol.com aol.com"],
  ["Ask", "search", "ask.com"],
  ["Rambler", "search", "nova.rambler.ru rambler.ru"],
  ["Mail.ru", "search", "go.mail.ru"],
  ["X", "social", "x.com twitter.com t.co com.twitter.android com.twitter.android.lite"],
  ["Facebook", "social", "facebook.com fb.com fb.me messenger.com com.facebook.katana com.facebook.lite com.facebook.orca"],
  ["Instagram", "social", "instagram.com com.instagram.android com.instagram.lite"],
  ["Threads", "social", "threads.net threads.com com.instagram.barcelona"],
  ["LinkedIn", "social", "linkedin.com lnkd.in com.linkedin.android"],
  ["Reddit", "social", "reddit.com redd.it com.reddit.frontpage"],
  ["Hacker News", "social", "news.ycombinator.com"],
  [
    "Mastodon",
    "social",
    "mastodon.social mastodon.online mstdn.social fosstodon.org hachyderm.io mas.to infosec.exchange org.joinmastodon.android",
  ],
  ["Bluesky", "social", "bsky.app go.bsky.app xyz.blueskyweb.app"],
  ["YouTube", "social", "youtube.com youtu.be com.google.android.youtube"],
  ["TikTok", "social", "tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill"],
  ["Pinterest", "social", "pinterest.com pin.it com.pinterest"],
  ["WhatsApp", "social", "whatsapp.com wa.me com.whatsapp com.whatsapp.w4b"],
  ["Telegram", "social", "t.me telegram.org org.telegram.messenger org.telegram.messenger.web"],
  ["Discord", "social", "discord.com discordapp.com com.discord"],
  ["Slack", "social", "slack.com com.slack"],
  ["Snapchat", "social", "snapchat.com com.snapchat.android"],
  ["VK", "social", "vk.com vk.ru com.vkontakte.android"],
  ["Weibo", "social", "weibo.com weibo.cn com.sina.weibo"],
  ["LINE", "social", "line.me jp.naver.line.android"],
  ["Tumblr", "social", "tumblr.com com.tumblr"],
];

const WORLDWIDE: readonly (readonly [pattern: RegExp, name: string, channel: Channel])[] = [
  [/^((www|m|images|lens|encrypted|ipv[46])\.)?google\.[a-z]{2,3}(\.[a-z]{2})?$/, "Google", "search"],
  [/^([a-z-]+\.)?yandex\.[a-z]{2,3}(\.[a-z]{2})?$|^(www\.)?ya\.ru$/, "Yandex", "search"],
  [/(^|\.)pinterest\.[a-z]{2,3}(\.[a-z]{2})?$/, "Pinterest", "social"],
];

const byHost = new Map(
  KNOWN.flatMap(([name, channel, hosts]) => hosts.split(" ").map((host) => [host, { name, channel }] as const)),
);
const byName = new Map(KNOWN.map(([name, channel]) => [name.toLowerCase().replaceAll(/[ .]/g, ""), { name, channel }] as const));

type KnownSource = { name: string; channel: Channel };

function sourceOfHost(host: string): KnownSource | undefined {
  const worldwide = WORLDWIDE.find(([pattern]) => pattern.test(host));
  if (worldwide) return { name: worldwide[1], channel: worldwide[2] };
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const found = byHost.get(rest);
    if (found) return found;
  }
  return undefined;
}

/** A host (`chatgpt.com`) or a name (`LinkedIn`). */
const sourceOfTag = (tag: string): KnownSource | undefined =>
  sourceOfHost(tag.toLowerCase()) ?? byName.get(tag.toLowerCase().replaceAll(/[ ._-]/g, ""));

const MEDIA: readonly (readonly [pattern: RegExp, channel: Channel])[] = [
  [/^(e-?mail|mail|newsletter)$/i, "mail"],
  [/^(social([ _-]?(media|network))?|sm)$/i, "social"],
  [/^organic$/i, "search"],
  [/^referral$/i, "referral"],
];

const SENDERS = new Set(["http:", "https:", "android-app:"]);

type Referrer = { url: string; host: string };

const referrers = new LRUCache<string, { read: Referrer | null }>({ max: 4000 });
const origins = new LRUCache<string, Origin>({ max: 4000 });

/** Without credentials, query and fragment, which may be personal. @returns null when there is none or it can't be read */
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

/** Tags in the URL come before the referrer. @param ownHosts of the site; a visit from there has no other origin */
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
  const isOwn = referrer !== null && ownHosts.some((host) => host && bareHost(host) === bareHost(referrer.host));
  const base = { ...tags, referrer_url: isOwn ? null : (referrer?.url ?? null) };
  if (tags.utm_source || tags.utm_medium || tags.utm_campaign) return { ...base, ...taggedOrigin(tags, referrer) };
  if (isOwn) return { ...base, source: "Direct", channel: "internal" };
  return { ...base, ...referredOrigin(referrer) };
}

/** A host without its port and `www.`, which rarely is another site. */
const bareHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d+$/, "")
    .replace(/^www\./, "");

type Tags = Pick<Origin, "utm_source" | "utm_medium" | "utm_campaign">;

function taggedOrigin({ utm_source, utm_medium, utm_campaign }: Tags, referrer: Referrer | null) {
  const known = utm_source ? sourceOfTag(utm_source) : undefined;
  // One source, however its links are written.
  const source = known?.name ?? (utm_source && bareHost(utm_source)) ?? referredOrigin(referrer).source;
  const medium = MEDIA.find(([pattern]) => pattern.test(utm_medium ?? ""))?.[1];
  // Some sites tag every link with their own name; that alone isn't a campaign.
  const channel = medium ?? (known && !utm_medium && !utm_campaign ? known.channel : "campaign");
  return { source, channel };
}

function referredOrigin(referrer: Referrer | null): Pick<Origin, "source" | "channel"> {
  if (!referrer) return { source: "Direct", channel: "direct" };
  const known = sourceOfHost(referrer.host);
  if (known) return { source: known.name, channel: known.channel };
  return { source: bareHost(referrer.host).slice(0, HIT_LIMITS.source), channel: "referral" };
}
