import bowser from "bowser";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { type Agent, type DeviceType, HIT_LIMITS, type OperatingSystem } from "../hit-rules.ts";
import { cleanText } from "./addresses.ts";

/** Cached, because parsing a user agent for each hit would be slow. */
type Known = Pick<Agent, "user_agent" | "browser" | "browser_version" | "operating_system"> & {
  device: DeviceType;
  isBot: boolean;
};

const CACHE_SIZE = 2000;
const known = new LRUCache<string, Known>({ max: CACHE_SIZE });
const agents = new LRUCache<string, Agent>({ max: CACHE_SIZE });

const SYSTEMS: Record<string, OperatingSystem> = {
  Windows: "Windows",
  "Windows Phone": "Windows",
  macOS: "macOS",
  Linux: "Linux",
  "Chrome OS": "Linux",
  Android: "Android",
  iOS: "iOS",
};

/** Widths in CSS pixels up to which a screen is a phone's, or a tablet's (specification, section 9). */
const MOBILE_MAX = 768;
const TABLET_MAX = 1024;

const SCREEN = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/;
const VERSION_MAX = 40;

/**
 * In-app browsers, which bowser takes for Safari or Chrome. The first group is the version. Order matters: apps of one maker share marks.
 */
const APPS: [name: string, mark: RegExp][] = [
  ["Threads", /\bBarcelona ([\d.]+)/],
  ["Instagram", /\bInstagram ([\d.]+)/],
  ["Messenger", /\bFBAN\/MessengerForiOS;(?:.*?FBAV\/([\d.]+))?|\bFB_IAB\/(?:Orca-Android|MESSENGER);(?:.*?FBAV\/([\d.]+))?/],
  ["Facebook", /\b(?:FBAN|FB_IAB)\/(?:.*?FBAV\/([\d.]+))?/],
  ["TikTok", /\b(?:musical_ly|trill)_(?:.*\bapp_version\/([\d.]+)|([\d.]+))/],
  ["LinkedIn", /\bLinkedInApp\](?:\/([\d.]+))?/],
  ["Pinterest", /\[Pinterest\/(?:iOS|Android)\]/],
  ["X", /\bTwitter for (?:iPhone|iPad)(?:\/([\d.]+))?|\bTwitterAndroid\b/],
  ["Snapchat", /\bSnapchat\/([\d.]+)/],
  ["WeChat", /\bMicroMessenger\/([\d.]+)/],
  ["Line", /\bLine\/([\d.]+)/],
  ["Google app", /\bGSA\/(\d[\d.]*\d)/],
];

function appOf(userAgent: string): { name: string; version: string | undefined } | null {
  for (const [name, mark] of APPS) {
    const found = mark.exec(userAgent);
    if (found) return { name, version: found.slice(1).find((group) => group !== undefined) };
  }
  return null;
}

function read(userAgent: string): Known {
  const { browser: ordinary, os, platform } = bowser.parse(userAgent || " ");
  const browser = appOf(userAgent) ?? ordinary;
  return {
    user_agent: userAgent,
    browser: browser.name ? cleanText(browser.name, VERSION_MAX) : "Unknown",
    browser_version: browser.version ? cleanText(browser.version, VERSION_MAX) : "Unknown",
    operating_system: SYSTEMS[os.name ?? ""] ?? "Unknown",
    device: platform.type === "mobile" || platform.type === "tablet" ? platform.type : "desktop",
    isBot: isbot(userAgent),
  };
}

function look(raw: string): Known {
  const key = raw.slice(0, HIT_LIMITS.userAgent);
  let found = known.get(key);
  if (!found) {
    found = read(cleanText(key, HIT_LIMITS.userAgent));
    known.set(key, found);
  }
  return found;
}

export const isBotAgent = (userAgent: string): boolean => look(userAgent).isBot;

/** @param screen `1920x1080`; its width decides the kind of device; without it the user agent does */
export function agentOf(userAgent: string, screen: string | undefined): Agent {
  const key = `${screen ?? ""} ${userAgent.slice(0, HIT_LIMITS.userAgent)}`;
  const found = agents.get(key) ?? readAgent(userAgent, screen);
  agents.set(key, found);
  return found;
}

function readAgent(userAgent: string, screen: string | undefined): Agent {
  const { device, isBot: _, ...agent } = look(userAgent);
  const width = Number(SCREEN.exec(screen ?? "")?.[1] ?? Number.NaN);
  const byWidth = width <= MOBILE_MAX ? "mobile" : width <= TABLET_MAX ? "tablet" : "desktop";
  return { ...agent, device_type: width ? byWidth : device, screen_resolution: width ? (screen ?? null) : null };
}
