// Needed by the back office, so without zod. Readers' pages don't import them.

export const HEADER_MAX = 8;
export const FOOTER_MAX = 4;
export const GROUP_MAX = 12;
export const SOCIAL_MAX = 12;

/** Characters. */
export const MENU_LABEL_MAX = 40;
export const MENU_ADDRESS_MAX = 500;
export const ANNOUNCEMENT_MAX = 200;

/** A page, category or tag by its id, which follows a new slug. */
export const ENTRY_KINDS = ["page", "category", "tag", "address"] as const;

/** Browsers remove them from a URL or read them as a slash. */
const MISREAD = /[\p{Cc}\\\s]/u;

const isUrl = (value: string): boolean => {
  const url = URL.parse(value);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "" && url.username === "";
};

/** Without a name or password in front of the host. */
export const isWebAddress = (value: string): boolean =>
  value.length <= MENU_ADDRESS_MAX && !MISREAD.test(value) && /^https?:\/\//i.test(value) && isUrl(value);

export const MENU_ADDRESS_RULE =
  "URL must be a path of this site such as /about, or begin with https://, http://, mailto: or tel:";

const TELEPHONE = /^tel:\+?[\d.()*-]*\d[\d.()*-]*(?:;[\w=.-]+)*$/i;

/** A path of this site, a web address, a mail address, or a telephone number. */
export function isMenuAddress(value: string): boolean {
  if (value.length > MENU_ADDRESS_MAX || MISREAD.test(value)) return false;
  if (value.startsWith("/")) return !value.startsWith("//");
  return TELEPHONE.test(value) || /^mailto:[^@\s?]+@[^@\s?]+/i.test(value) || isWebAddress(value);
}

type Network = { name: string; hosts?: readonly string[] };

/** The usual name, and the hosts, if the network is one company's. */
export const NETWORKS = {
  mastodon: { name: "Mastodon" },
  bluesky: { name: "Bluesky" },
  x: { name: "X", hosts: ["x.com", "twitter.com"] },
  facebook: { name: "Facebook", hosts: ["facebook.com"] },
  instagram: { name: "Instagram", hosts: ["instagram.com"] },
  linkedin: { name: "LinkedIn", hosts: ["linkedin.com"] },
  youtube: { name: "YouTube", hosts: ["youtube.com", "youtu.be"] },
  github: { name: "GitHub", hosts: ["github.com"] },
  podcast: { name: "Podcast" },
  feed: { name: "RSS feed" },
  mail: { name: "Email" },
  website: { name: "Website" },
} as const satisfies Record<string, Network>;
export type NetworkName = keyof typeof NETWORKS;
export const NETWORK_NAMES = Object.keys(NETWORKS) as [NetworkName, ...NetworkName[]];

/** The rule that the address breaks. */
export function socialFault(network: NetworkName, address: string): string | null {
  const { name, hosts }: Network = NETWORKS[network];
  if (network === "mail") return /^mailto:/i.test(address) && isMenuAddress(address) ? null : "URL must begin with mailto:";
  if (network === "feed" && address.startsWith("/") && isMenuAddress(address)) return null;
  if (!/^https:\/\//i.test(address) || !isMenuAddress(address)) return `${name} URL must begin with https://`;
  const host = URL.parse(address)?.hostname ?? "";
  if (!hosts || hosts.some((one) => host === one || host.endsWith(`.${one}`))) return null;
  return `${name} URL must be at ${hosts.join(" or ")}`;
}
