import type { Channel } from "../model.ts";

/** Whom visits are known to come from: the name that screens show, the channel, and the hosts (with all below them). */
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

export type KnownSource = { name: string; channel: Channel };

/** Who stands behind a host, as in `www.bing.com`; undefined for everybody else. */
export function sourceOfHost(host: string): KnownSource | undefined {
  const worldwide = WORLDWIDE.find(([pattern]) => pattern.test(host));
  if (worldwide) return { name: worldwide[1], channel: "search" };
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const found = byHost.get(rest);
    if (found) return found;
  }
  return undefined;
}

/** Whom a campaign's `utm_source` names: as a host (`chatgpt.com`) or by name (`LinkedIn`); undefined for everybody else. */
export const sourceOfTag = (tag: string): KnownSource | undefined =>
  sourceOfHost(tag.toLowerCase()) ?? byName.get(tag.toLowerCase().replaceAll(/[ ._-]/g, ""));
