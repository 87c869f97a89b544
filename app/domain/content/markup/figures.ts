export type PictureWidth = "column" | "wide" | "full";

/** A picture as wide as the text has no class. */
export const WIDTH_CLASSES = { wide: "picture-wide", full: "picture-full" } as const;

export function widthOf(classes: string): PictureWidth {
  const names = classes.split(/\s+/);
  if (names.includes(WIDTH_CLASSES.full)) return "full";
  return names.includes(WIDTH_CLASSES.wide) ? "wide" : "column";
}

/** An article's page may frame no other hosts. */
export const EMBED_HOSTS = [
  "https://www.youtube-nocookie.com",
  "https://player.vimeo.com",
  "https://open.spotify.com",
  "https://w.soundcloud.com",
  "https://codepen.io",
] as const;

type EmbedProvider = "youtube" | "vimeo" | "spotify" | "soundcloud" | "codepen" | "mastodon" | "bluesky";

/** `address`: its page; `frame`: what is framed once a reader clicks, null if there is only the page; `kind`: what readers call it. */
export type Embed = { provider: EmbedProvider; name: string; kind: string; address: string; frame: string | null };

export const EMBED_CLASS = "embed";

type Reader = (url: URL) => Embed | null;

/** `90`, `90s` or `1m30s`. */
function seconds(time: string | null): number {
  const [, hours = "0", minutes = "0", rest = "0"] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time ?? "") ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

const playlist = (list: string | null): Embed | null =>
  list && /^[\w-]{12,60}$/.test(list)
    ? {
        provider: "youtube",
        name: "YouTube",
        kind: "Playlist",
        address: `https://www.youtube.com/playlist?list=${list}`,
        frame: `https://www.youtube-nocookie.com/embed/videoseries?list=${list}&autoplay=1&rel=0`,
      }
    : null;

const youtube: Reader = ({ hostname, pathname, searchParams }) => {
  if (/^\/(?:playlist|embed\/videoseries)\/?$/.test(pathname)) return playlist(searchParams.get("list"));
  const inPath = /^\/(?:shorts|live|embed|v)\/([\w-]{11})\/?$/.exec(pathname)?.[1];
  const short = hostname === "youtu.be" ? /^\/([\w-]{11})\/?$/.exec(pathname)?.[1] : undefined;
  const id = short ?? inPath ?? (pathname === "/watch" ? searchParams.get("v") : null);
  if (!id || !/^[\w-]{11}$/.test(id)) return null;
  const start = seconds(searchParams.get("t") ?? searchParams.get("start"));
  const isShort = pathname.startsWith("/shorts/");
  return {
    provider: "youtube",
    name: "YouTube",
    kind: "Video",
    address: isShort
      ? `https://www.youtube.com/shorts/${id}`
      : `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}` : ""}`,
    frame: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0${start > 0 ? `&start=${start}` : ""}`,
  };
};

const VIMEO =
  /^\/(?:video\/|channels\/[\w-]{1,80}\/|groups\/[\w-]{1,80}\/videos\/|(?:showcase|album)\/\d{1,12}\/video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/;
const vimeo: Reader = ({ pathname, searchParams }) => {
  const showcase = /^\/(?:showcase|album)\/(\d{4,12})(?:\/embed2?)?\/?$/.exec(pathname)?.[1];
  if (showcase)
    return { provider: "vimeo", name: "Vimeo", kind: "Showcase", address: `https://vimeo.com/showcase/${showcase}`, frame: null };
  const [, id, secret = searchParams.get("h") ?? ""] = VIMEO.exec(pathname) ?? [];
  if (!id) return null;
  const hash = /^[0-9a-f]{6,20}$/.test(secret) ? secret : "";
  return {
    provider: "vimeo",
    name: "Vimeo",
    kind: "Video",
    address: `https://vimeo.com/${id}${hash ? `/${hash}` : ""}`,
    frame: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ""}`,
  };
};

const SPOTIFY = /^\/(?:intl-[a-z]{2,3}\/)?(?:embed\/)?(track|album|playlist|artist|episode|show)\/([A-Za-z0-9]{22})\/?$/;
const spotify: Reader = ({ pathname }) => {
  const [, what, id] = SPOTIFY.exec(pathname) ?? [];
  if (!what || !id) return null;
  return {
    provider: "spotify",
    name: "Spotify",
    kind: "Audio",
    address: `https://open.spotify.com/${what}/${id}`,
    frame: `https://open.spotify.com/embed/${what}/${id}`,
  };
};

const soundcloud: Reader = ({ pathname }) => {
  const path = /^\/[\w-]{2,60}\/(?:sets\/)?[\w-]{1,120}\/?$/.test(pathname) ? pathname.replace(/\/$/, "") : "";
  if (!path || /^\/(you|discover|search|stream|upload|charts)\//.test(path)) return null;
  const address = `https://soundcloud.com${path}`;
  const query = new URLSearchParams({ url: address, auto_play: "true", visual: "false" });
  return {
    provider: "soundcloud",
    name: "SoundCloud",
    kind: "Audio",
    address,
    frame: `https://w.soundcloud.com/player/?${query}`,
  };
};

const codepen: Reader = ({ pathname }) => {
  const [, author, id] = /^\/([\w-]{1,60})\/(?:pen|full|details|embed)\/([A-Za-z0-9]{4,40})\/?$/.exec(pathname) ?? [];
  if (!author || !id) return null;
  return {
    provider: "codepen",
    name: "CodePen",
    kind: "Pen",
    address: `https://codepen.io/${author}/pen/${id}`,
    frame: `https://codepen.io/${author}/embed/${id}?default-tab=result`,
  };
};

/** Any server of the Fediverse with addresses like Mastodon's. */
const mastodon: Reader = ({ protocol, host, pathname }) => {
  const post = /^(\/@[\w.-]{1,60}(?:@[\w.-]{1,120})?\/\d{1,25})(?:\/embed)?\/?$/.exec(pathname)?.[1];
  if (!post || protocol !== "https:") return null;
  return { provider: "mastodon", name: host, kind: "Post", address: `https://${host}${post}`, frame: null };
};

const BLUESKY = /^\/(?:profile\/([\w.:-]{3,255})\/post|embed\/([\w.:-]{3,255})\/app\.bsky\.feed\.post)\/([a-z0-9]{8,20})\/?$/;
const bluesky: Reader = ({ pathname }) => {
  const [, name, did, id] = BLUESKY.exec(pathname.replace(/%3A/gi, ":")) ?? [];
  if (!id) return null;
  return {
    provider: "bluesky",
    name: "Bluesky",
    kind: "Post",
    address: `https://bsky.app/profile/${name ?? did}/post/${id}`,
    frame: null,
  };
};

const READERS: Record<string, Reader> = {
  "youtube.com": youtube,
  "m.youtube.com": youtube,
  "music.youtube.com": youtube,
  "youtube-nocookie.com": youtube,
  "youtu.be": youtube,
  "vimeo.com": vimeo,
  "player.vimeo.com": vimeo,
  "open.spotify.com": spotify,
  "soundcloud.com": soundcloud,
  "codepen.io": codepen,
  "bsky.app": bluesky,
  "embed.bsky.app": bluesky,
};

export const EMBED_NAMES = "YouTube, Vimeo, Spotify, SoundCloud, CodePen, Mastodon or Bluesky";

/** Null if the text isn't the URL of a known player or post. */
export function embedAt(address: string): Embed | null {
  const trimmed = address.trim();
  if (!/^https?:\/\/[^\s]{4,500}$/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (url.port !== "" || url.username !== "") return null;
  return (READERS[url.hostname.replace(/^www\./, "")] ?? mastodon)(url);
}
