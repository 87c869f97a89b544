import { basePathOf } from "../../../base-path.ts";
import { mailCopyAddress } from "../../media/mail-copy-rules.ts";

/** How addresses in an article become addresses in an email. */
export type IssueLinks = {
  /** the article's own address; null for an issue without one */
  article: string | null;
  /** Null for what leads nowhere without an article. */
  link(address: string): string | null;
  /** Null for what isn't a picture's address. */
  picture(address: string): string | null;
};

const WEB = /^https?:$/;

/** Parameters that a link already has stay. */
function withCampaign(address: string, site: URL, campaign: string): string {
  const url = new URL(address);
  const base = basePathOf(site.href);
  const isOwn = url.origin === site.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`));
  if (!WEB.test(url.protocol) || !isOwn) return address;
  const marks = Object.entries({ utm_source: "newsletter", utm_campaign: campaign })
    .filter(([name]) => !url.searchParams.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  url.search = [url.search.slice(1), ...marks].filter(Boolean).join("&");
  return url.href;
}

/** @param siteUrl absolute, without a trailing slash; stored paths are without its path @param path of the article, if there is one */
export function issueLinks(siteUrl: string, campaign: string, path: string | null): IssueLinks {
  const site = new URL(siteUrl);
  const article = path === null ? null : siteUrl + path;
  const absolute = (address: string) => {
    const isRooted = address.startsWith("/") && !address.startsWith("//");
    return URL.parse(isRooted ? siteUrl + address : address, article ?? `${siteUrl}/`)?.href ?? null;
  };
  return {
    article: article && withCampaign(article, site, campaign),
    link(address) {
      if (address.startsWith("#") && article === null) return null;
      const whole = absolute(address);
      return whole && withCampaign(whole, site, campaign);
    },
    picture: (address) => (address === "" ? null : absolute(mailCopyAddress(address) ?? address)),
  };
}
