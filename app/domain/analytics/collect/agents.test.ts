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

/** Links opened within an app, as the apps' own browsers introduce themselves. */
const IN_APPS: [browser: string, version: string, os: string, userAgent: string][] = [
  [
    "Instagram",
    "334.0.7.30.101",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Instagram 334.0.7.30.101 (iPhone14,5; iOS 17_5_1; en_US; en; scale=3.00; 1170x2532; 609775437)",
  ],
  [
    "Instagram",
    "289.0.0.25.109",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; SM-S908B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.196 Mobile Safari/537.36 Instagram 289.0.0.25.109 Android (33/13; 480dpi; 1080x2115; samsung; SM-S908B; b0s; s5e9925; en_GB; 488780864)",
  ],
  [
    "Threads",
    "333.0.0.31.101",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 Barcelona 333.0.0.31.101 (iPhone14,5; iOS 17_5_1; en_US; en; scale=3.00; 1170x2532; 609775437)",
  ],
  [
    "Facebook",
    "428.0.0.26.108",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone12,1;FBMD/iPhone;FBSN/iOS;FBSV/16.6;FBSS/2;FBID/phone;FBLC/en_US;FBOP/5;FBAV/428.0.0.26.108]",
  ],
  [
    "Facebook",
    "Unknown",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone12,1;FBMD/iPhone;FBSN/iOS;FBSV/16.6;FBSS/2;FBID/phone;FBLC/en_US;FBOP/5]",
  ],
  [
    "Facebook",
    "427.0.0.31.63",
    "Android",
    "Mozilla/5.0 (Linux; Android 12; SM-A127F Build/SP1A.210812.016; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/427.0.0.31.63;]",
  ],
  [
    "Messenger",
    "427.0.0.29.105",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/20G75 [FBAN/MessengerForiOS;FBAV/427.0.0.29.105;FBBV/514013393;FBDV/iPhone13,2;FBMD/iPhone;FBSN/iOS;FBSV/16.6;FBSS/3;FBCR/;FBID/phone;FBLC/en_US;FBOP/0]",
  ],
  [
    "Messenger",
    "424.0.0.19.110",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/424.0.0.19.110;]",
  ],
  [
    "TikTok",
    "30.4.0",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 musical_ly_30.4.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/US",
  ],
  [
    "TikTok",
    "30.4.3",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; SM-G991B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0.5735.131 Mobile Safari/537.36 trill_2023004030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/trill app_version/30.4.3 ByteLocale/en BytedanceWebview/d8a21c6",
  ],
  [
    "LinkedIn",
    "9.27.5424",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.27.5424",
  ],
  [
    "LinkedIn",
    "Unknown",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 14_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]",
  ],
  [
    "Pinterest",
    "Unknown",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]",
  ],
  [
    "Pinterest",
    "Unknown",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; Pixel 6 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 [Pinterest/Android]",
  ],
  [
    "X",
    "10.64.1",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21G93 Twitter for iPhone/10.64.1",
  ],
  [
    "X",
    "Unknown",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; SM-A536B Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.166 Mobile Safari/537.36 TwitterAndroid",
  ],
  [
    "Snapchat",
    "12.41.0.37",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Snapchat/12.41.0.37 (like Safari/8615.2.9.10.4, panda)",
  ],
  [
    "WeChat",
    "8.0.38",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.38(0x18002629) NetType/WIFI Language/en",
  ],
  [
    "WeChat",
    "8.0.33.2320",
    "Android",
    "Mozilla/5.0 (Linux; Android 12; M2012K11AC Build/SKQ1.220303.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5023 MMWEBSDK/20230202 MMWEBID/4181 MicroMessenger/8.0.33.2320(0x28002151) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
  ],
  [
    "Line",
    "13.10.0",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/13.10.0",
  ],
  [
    "Google app",
    "271.0.541613364",
    "iOS",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/271.0.541613364 Mobile/15E148 Safari/604.1",
  ],
  [
    "Google app",
    "14.28.14.28",
    "Android",
    "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230705.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.138 Mobile Safari/537.36 GSA/14.28.14.28.arm64",
  ],
];

test.each(IN_APPS)(
  "an app's own browser has the app's name: %s %s on %s",
  (browser, browser_version, operating_system, userAgent) => {
    const expected = { browser, browser_version, operating_system, device_type: "mobile" };
    expect(agentOf(userAgent, undefined)).toMatchObject(expected);
    expect(isBotAgent(userAgent)).toBe(false);
  },
);

test.each([
  "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Twitterbot/1.0",
])("an app's program is no reader: %s", (userAgent) => {
  expect(isBotAgent(userAgent)).toBe(true);
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
