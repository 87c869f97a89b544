import sharp from "sharp";
import { DEFAULT_LOOK, type Look } from "../app/domain/appearance/appearance.ts";
import type { NavigationSave, NavigationState } from "../app/domain/navigation/navigation.ts";

export const ADMIN = { ADMIN_EMAIL: "admin@bench.example", ADMIN_PASSWORD: "a password for the bench" };

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 60"><circle cx="30" cy="30" r="24" fill="#b02a63"/><rect x="70" y="18" width="150" height="24" rx="6"/></svg>';

const link = (label: string, to: string) => ({ label, kind: "address" as const, to });

/** Menus, social links and an announcement of the size that sites have. */
const NAVIGATION: Omit<NavigationSave, "version"> = {
  header: [
    link("Home", "/"),
    link("Essays", "/view-all?category=philosophy"),
    link("Wellness", "/view-all?category=wellness"),
    link("Reading list", "/reading-list"),
    link("About", "/about"),
    link("Contact", "/contact"),
  ],
  footer: [
    {
      heading: "Journal",
      entries: [link("All essays", "/view-all"), link("Newest in tech", "/view-all?category=tech"), link("RSS", "/feed.xml")],
    },
    {
      heading: "House",
      entries: [
        link("About", "/about"),
        link("Contact", "/contact"),
        link("Now", "/now"),
        link("Shop", "https://shop.heron.example/"),
      ],
    },
    {
      heading: "Small print",
      entries: [
        link("Imprint", "/imprint"),
        link("Privacy", "/privacy"),
        link("Terms", "/terms"),
        link("Stored keys", "/stored-keys"),
      ],
    },
  ],
  social: [
    { network: "mastodon", label: "Mastodon", address: "https://social.example/@heron" },
    { network: "github", label: "GitHub", address: "https://github.com/heron" },
    { network: "instagram", label: "Instagram", address: "https://www.instagram.com/heron" },
    { network: "mail", label: "Email", address: "mailto:post@heron.example" },
  ],
  announcement: {
    text: "The print edition for spring is here: ninety-six pages on slow water.",
    link: { label: "Order it", address: "https://shop.heron.example/spring" },
    ends_at: "2099-12-31T18:00:00Z",
  },
};

type Ask = <T>(method: string, path: string, body?: BodyInit) => Promise<T>;

async function askAs(address: string, { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: typeof ADMIN): Promise<Ask> {
  let token = "";
  const ask: Ask = async (method, path, body) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
    const answer = await fetch(address + path, { method, headers, ...(body !== undefined && { body }) });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const body = JSON.stringify({ email, password });
  token = (await ask<{ access_token: string }>("POST", "/auth/v1/token?grant_type=password", body)).access_token;
  return ask;
}

/** Gives a site the fullest brand: a look in which nothing is as shipped, menus, social links and an announcement. */
export async function brandSite(address: string): Promise<void> {
  const ask = await askAs(address, ADMIN);
  const upload = async (part: "logo" | "icon", fill: string) => {
    const file = LOGO.replace("#b02a63", fill);
    return (await ask<{ address: string }>("POST", `/api/admin/appearance/files?part=${part}&name=file`, file)).address;
  };
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#7aa6d8" } })
    .jpeg()
    .toBuffer();
  const { url } = await ask<{ url: string }>("POST", "/api/admin/media?name=hero.jpg", new Uint8Array(photo));
  const look: Look = {
    ...DEFAULT_LOOK,
    accent: { light: "#006b5b", dark: "#7fd6c2" },
    paper: { light: "#fffdf5", dark: "#101614" },
    fonts: "garamond",
    cards: "framed",
    width: "wide",
    sign: "logo",
    hero: "picture",
    logo: { light: await upload("logo", "#b02a63"), dark: await upload("logo", "#ff9ec4") },
    icon: await upload("icon", "#b02a63"),
    picture: url,
  };
  await ask("PUT", "/api/admin/appearance", JSON.stringify({ look, version: 0 }));
  const { version } = await ask<NavigationState>("GET", "/api/admin/navigation");
  await ask("PUT", "/api/admin/navigation", JSON.stringify({ ...NAVIGATION, version }));
}
