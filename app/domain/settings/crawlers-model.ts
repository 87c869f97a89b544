/**
 * The crawlers that fetch pages for language models, by the setting that lets each in: the name that it gives itself in robots.txt
 * (its operator's documentation), and whose it is.
 */
export const CRAWLERS = {
  crawlGptBot: { agent: "GPTBot", owner: "OpenAI" },
  crawlClaudeBot: { agent: "ClaudeBot", owner: "Anthropic" },
  crawlGoogleExtended: { agent: "Google-Extended", owner: "Google, Gemini" },
  crawlCcBot: { agent: "CCBot", owner: "Common Crawl" },
  crawlPerplexityBot: { agent: "PerplexityBot", owner: "Perplexity" },
  crawlBytespider: { agent: "Bytespider", owner: "ByteDance" },
  crawlApplebotExtended: { agent: "Applebot-Extended", owner: "Apple Intelligence" },
  crawlAmazonbot: { agent: "Amazonbot", owner: "Amazon" },
  crawlMetaExternalAgent: { agent: "meta-externalagent", owner: "Meta" },
} as const;

export type CrawlerSetting = keyof typeof CRAWLERS;
export const CRAWLER_SETTINGS = Object.keys(CRAWLERS) as CrawlerSetting[];

/** Which crawlers may come: all of those that aren't turned away one by one, or none. */
export type CrawlerSettings = { allowAiCrawlers: boolean } & Record<CrawlerSetting, boolean>;

/** Everybody may come until the owner says otherwise, as it is with search engines. */
export const DEFAULT_CRAWLERS: CrawlerSettings = {
  allowAiCrawlers: true,
  crawlGptBot: true,
  crawlClaudeBot: true,
  crawlGoogleExtended: true,
  crawlCcBot: true,
  crawlPerplexityBot: true,
  crawlBytespider: true,
  crawlApplebotExtended: true,
  crawlAmazonbot: true,
  crawlMetaExternalAgent: true,
};

/** The names of the crawlers that are turned away. */
export const deniedAgents = (settings: CrawlerSettings): string[] =>
  CRAWLER_SETTINGS.filter((name) => !settings.allowAiCrawlers || !settings[name]).map((name) => CRAWLERS[name].agent);
