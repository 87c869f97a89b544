import { Parser } from "htmlparser2";

/** What a crawl has found. `outside`: addresses of the host that aren't under the site; each with the page that names it. */
export type Crawled = { answers: Map<string, { status: number; type: string }>; failed: string[]; outside: string[] };

/** Attributes whose whole value is an address. */
const SINGLE = new Set(["href", "src", "action", "cite", "poster"]);
/** What may be in the content of a <meta>: addresses with spaces between. */
const IN_CONTENT = /(?:^|\s)(\/[^\s"]*|https?:\/\/[^\s"]+)/g;

function namedInHtml(text: string): string[] {
  const found: string[] = [];
  let isData = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isData = name === "script" && attributes.type === "application/ld+json";
      for (const [attribute, value] of Object.entries(attributes)) {
        if (SINGLE.has(attribute)) found.push(value);
        if (attribute === "srcset") found.push(...value.split(", ").map((one) => one.split(" ")[0] ?? ""));
        if (name === "meta" && attribute === "content")
          found.push(...[...value.matchAll(IN_CONTENT)].map(([, one]) => one ?? ""));
      }
    },
    ontext(data) {
      if (isData) found.push(...[...data.matchAll(/"(https?:[^"]+)"/g)].map(([, one]) => one ?? ""));
    },
    onclosetag() {
      isData = false;
    },
  });
  parser.end(text);
  return found;
}

function namedInManifest(text: string): string[] {
  const { start_url, scope, icons } = JSON.parse(text) as { start_url: string; scope: string; icons: { src: string }[] };
  return [start_url, scope, ...icons.map(({ src }) => src)];
}

/** The addresses that a document names, as it writes them. */
function namedIn(type: string, text: string, origin: string): string[] {
  if (type.startsWith("text/html")) return namedInHtml(text);
  if (type.startsWith("text/css")) return [...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, one]) => one ?? "");
  if (type.startsWith("application/manifest")) return namedInManifest(text);
  if (/javascript|image|font|openapi|application\/json/.test(type)) return [];
  // Feeds, the sitemap and texts contain whole addresses.
  return text
    .split(origin)
    .slice(1)
    .map((rest) => origin + (/^[^\s"'<>()\]\\&]*/.exec(rest)?.[0] ?? ""));
}

/**
 * Follows every link, picture, style, script and form from `start`, as long as it stays on the host.
 * @param start the site's home page, with a slash at the end; everything has to be under it
 * @param isFollowed whether an address is asked for at all
 */
export async function crawl(start: string, isFollowed: (url: URL) => boolean = () => true): Promise<Crawled> {
  const { origin } = new URL(start);
  const crawled: Crawled = { answers: new Map(), failed: [], outside: [] };
  const waiting: [address: string, from: string][] = [[start, "the start"]];
  const seen = new Set([start]);
  const visit = async ([address, from]: [string, string]) => {
    const answer = await fetch(address, { redirect: "manual" });
    const type = answer.headers.get("content-type") ?? "";
    crawled.answers.set(address, { status: answer.status, type });
    const location = answer.headers.get("location");
    if (answer.status !== 200 && !location) crawled.failed.push(`${answer.status} ${address}, named by ${from}`);
    const named = location ? [location] : namedIn(type, await answer.text(), origin);
    for (const name of named) {
      const url = URL.parse(name.replaceAll("&amp;", "&"), address);
      if (url?.origin !== origin) continue;
      url.hash = "";
      if (seen.has(url.href)) continue;
      seen.add(url.href);
      if (!url.href.startsWith(start)) crawled.outside.push(`${url.href}, named by ${address}`);
      else if (isFollowed(url)) waiting.push([url.href, address]);
    }
  };
  while (waiting.length > 0) await Promise.all(waiting.splice(0, 8).map(visit));
  return crawled;
}
