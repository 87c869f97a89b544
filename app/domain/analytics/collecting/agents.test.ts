import { expect, test } from "vitest";
import { agentOf, isBotAgent } from "./agents.ts";

const UA = {
  chromeWindows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  safariMac:
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  safariPhone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  chromeAndroid:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  firefoxLinux: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  chromebook: "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  edge: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
};

test.each([
  [UA.chromeWindows, "Chrome", "140.0.0.0", "Windows", "desktop"],
  [UA.safariMac, "Safari", "18.5", "macOS", "desktop"],
  [UA.safariPhone, "Safari", "18.5", "iOS", "mobile"],
  [UA.chromeAndroid, "Chrome", "140.0.0.0", "Android", "mobile"],
  [UA.firefoxLinux, "Firefox", "140.0", "Linux", "desktop"],
  [UA.chromebook, "Chrome", "140.0.0.0", "Linux", "desktop"],
  [UA.edge, "Microsoft Edge", "140.0.0.0", "Windows", "desktop"],
  ["", "Unknown", "Unknown", "Unknown", "desktop"],
  ["Something else entirely", "Something else entirely", "Unknown", "Unknown", "desktop"],
])("%s", (userAgent, browser, browser_version, operating_system, device_type) => {
  expect(agentOf(userAgent, undefined)).toMatchObject({ operating_system, device_type, screen_resolution: null });
  if (browser !== userAgent) expect(agentOf(userAgent, undefined)).toMatchObject({ browser, browser_version });
});

test.each([
  ["320x568", "mobile"],
  ["768x1024", "mobile"],
  ["769x1024", "tablet"],
  ["1024x768", "tablet"],
  ["1025x768", "desktop"],
  ["1920x1080", "desktop"],
])("a screen of %s is a %s's, whatever the user agent", (screen, device_type) => {
  expect(agentOf(UA.chromeWindows, screen)).toMatchObject({ device_type, screen_resolution: screen });
});

test.each(["0x0", "99999999x1", "01x10", "a", ""])("a screen of %s is none", (screen) => {
  expect(agentOf(UA.safariPhone, screen)).toMatchObject({ device_type: "mobile", screen_resolution: null });
});

test("programs that say so are told from browsers", () => {
  for (const bot of ["Googlebot/2.1", "curl/8.5.0", "python-requests/2.32", "GPTBot/1.1", "HeadlessChrome/140"]) {
    expect(isBotAgent(bot), bot).toBe(true);
  }
  for (const browser of Object.values(UA)) expect(isBotAgent(browser), browser).toBe(false);
});
