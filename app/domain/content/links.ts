import { IGNORED } from "./address-model.ts";
import { parseTree } from "./tree.ts";
import { serialize, walk } from "./tree-model.ts";

const ADDRESSES = ["href", "src", "cite"];

/** `address width, address width`, as only we write it: no address of ours holds a comma or a blank. */
const absoluteSet = (srcset: string, base: string): string =>
  srcset
    .split(", ")
    .map((one) => one.replace(/^\S+/, (address) => URL.parse(address, base)?.href ?? address))
    .join(", ");

/**
 * An article's HTML as it may stand anywhere: a feed reader knows no page that relative addresses could start from.
 * What is for the page alone (stops for the Tab key, regions) goes.
 * @param html stored content, sanitised
 * @param base the article's absolute address
 */
export function withAbsoluteLinks(html: string, base: string): string {
  const nodes = parseTree(html);
  walk(nodes, ({ attributes }) => {
    for (const name of ADDRESSES) {
      const url = attributes[name] === undefined ? null : URL.parse(attributes[name], base);
      if (url) attributes[name] = url.href;
    }
    if (attributes.srcset) attributes.srcset = absoluteSet(attributes.srcset, base);
    for (const name of ["tabindex", "role", "aria-label"]) delete attributes[name];
  });
  return serialize(nodes);
}

/** Longer addresses are no addresses; it also keeps what examines them from working on megabytes. */
export const MAX_ADDRESS_LENGTH = 2000;

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const BASE = "https://relative.invalid";

/**
 * An address an article may point to, read as browsers read it.
 * @param raw the attribute's value, entities decoded
 * @param schemes allowed schemes with their colon, as in `https:`
 * @returns the address without what browsers ignore; null when its scheme is another, when it names a host without
 *   a scheme (`//host`), or when it is no address at all
 */
export function safeAddress(raw: string, schemes: readonly string[]): string | null {
  const address = raw.replace(IGNORED, "");
  if (address === "" || address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address, BASE)) return null;
  const url = new URL(address, BASE);
  if (SCHEME.test(address)) return schemes.includes(url.protocol) ? address : null;
  return url.origin === BASE ? address : null;
}

/** Whether the (safe) address leaves the site; `ownHost` is the site's host with its port, if known. */
export function isExternal(address: string, ownHost: string | undefined): boolean {
  return /^https?:/i.test(address) && new URL(address).host !== ownHost;
}
