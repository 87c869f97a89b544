import { expect, test } from "vitest";
import { originOf, readReferrer } from "./origins.ts";

const origin = (query: string, referrer?: string) =>
  originOf(new URLSearchParams(query), referrer, ["blog.test", "blog.test:3000"]);

test.each([
  ["https://www.google.com/", "Google", "search"],
  ["https://www.google.co.uk/search?q=secret", "Google", "search"],
  ["https://duckduckgo.com/", "DuckDuckGo", "search"],
  ["https://www.bing.com/search", "Bing", "search"],
  ["https://t.co/abc", "X", "social"],
  ["https://l.facebook.com/l.php?u=x", "Facebook", "social"],
  ["https://www.linkedin.com/feed/", "LinkedIn", "social"],
  ["https://mastodon.social/@anna", "Mastodon", "social"],
  ["https://mail.google.com/", "Gmail", "mail"],
  ["https://chatgpt.com/", "ChatGPT", "ai"],
  ["https://www.perplexity.ai/", "Perplexity", "ai"],
  ["https://claude.ai/chat/1", "Claude", "ai"],
  ["https://gemini.google.com/app", "Gemini", "ai"],
  ["https://copilot.microsoft.com/", "Copilot", "ai"],
  ["android-app://com.google.android.gm/", "Gmail", "mail"],
  ["android-app://com.pinterest/", "Pinterest", "social"],
  ["android-app://com.twitter.android/", "X", "social"],
  ["android-app://com.facebook.katana/", "Facebook", "social"],
  ["android-app://com.instagram.android/", "Instagram", "social"],
  ["android-app://com.whatsapp/", "WhatsApp", "social"],
  ["android-app://com.zhiliaoapp.musically/", "TikTok", "social"],
  ["android-app://com.google.android.youtube/", "YouTube", "social"],
  ["https://www.pinterest.co.uk/pin/1/", "Pinterest", "social"],
  ["https://yandex.com.tr/search/?text=x", "Yandex", "search"],
  ["https://yandex.com.am/", "Yandex", "search"],
  ["https://notyandex.com/", "notyandex.com", "referral"],
  ["https://search.yahoo.co.jp/search?p=x", "Yahoo", "search"],
  ["https://images.google.com/", "Google", "search"],
  ["https://lens.google.com/", "Google", "search"],
  ["https://docs.google.com/", "docs.google.com", "referral"],
  ["https://www.sogou.com/", "Sogou", "search"],
  ["https://www.so.com/s?q=x", "360 Search", "search"],
  ["https://suche.web.de/", "WEB.DE Suche", "search"],
  ["https://metager.de/", "MetaGer", "search"],
  ["https://coccoc.com/search", "Cốc Cốc", "search"],
  ["https://www.blog.test/about", "Direct", "internal"],
  ["https://www.news.example/a/b?c#d", "news.example", "referral"],
  ["https://notgoogle.com/", "notgoogle.com", "referral"],
  ["https://google.com.evil.example/", "google.com.evil.example", "referral"],
  ["http://blog.test:3000/about", "Direct", "internal"],
  ["http://blog.test/about", "Direct", "internal"],
  [undefined, "Direct", "direct"],
  ["", "Direct", "direct"],
  ["not an address", "Direct", "direct"],
  ["javascript:alert(1)", "Direct", "direct"],
])("a visit from %s comes from %s by %s", (referrer, source, channel) => {
  expect(origin("", referrer)).toMatchObject({ source, channel });
});

test.each([
  ["utm_source=letter&utm_medium=email", "letter", "mail"],
  ["utm_source=letter&utm_medium=newsletter&utm_campaign=may", "letter", "mail"],
  ["utm_source=LinkedIn&utm_medium=social", "LinkedIn", "social"],
  ["utm_source=linkedin&utm_medium=cpc", "LinkedIn", "campaign"],
  ["utm_source=chatgpt.com", "ChatGPT", "ai"],
  ["utm_source=partner", "partner", "campaign"],
  ["utm_source=Brief", "brief", "campaign"],
  ["utm_source=BRIEF&utm_medium=email", "brief", "mail"],
  ["utm_source=www.Partner.example", "partner.example", "campaign"],
  ["utm_campaign=spring", "Google", "campaign"],
  ["utm_term=calm", "Google", "search"],
])("with %s it comes from %s by %s, whatever the page before", (query, source, channel) => {
  expect(origin(query, "https://www.google.com/")).toMatchObject({ source, channel });
});

test("of the page before nothing personal is kept", () => {
  expect(readReferrer("https://anna:pw@www.example.org:8080/a/b?token=1#x")).toEqual({
    url: "https://www.example.org:8080/a/b",
    host: "www.example.org",
  });
  expect(origin("", "http://blog.test/account?code=1").referrer_url).toBeNull();
  expect(origin("", `https://a.example/${"x".repeat(5000)}`).referrer_url).toHaveLength(300);
});

test("tags are cut and cleaned, and an empty one is none", () => {
  const tags = origin(`utm_source=${"a".repeat(500)}&utm_medium=%00%0a&utm_content=%20b%20%20c%20`);
  expect(tags).toMatchObject({ utm_source: "a".repeat(100), utm_medium: null, utm_content: "b c", utm_term: null });
});
