import { createHash } from "node:crypto";
import { expect, test } from "./visitor.ts";

const PAGES = [
  "/",
  "/story/mood-tracking-guide",
  "/story/the-backup-that-was-never-there",
  "/view-all",
  "/view-all?search=kettle",
  "/view-all?search=%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "/about",
  "/privacy",
  "/terms",
  "/no-such-page",
  "/story/no-such-article",
  "/api/docs",
];

test("every response has the security headers", async ({ request }) => {
  for (const address of [...PAGES, "/api/posts", "/api/openapi.json", "/feed.xml", "/sitemap.xml", "/robots.txt"]) {
    // The second response comes from the page cache.
    for (const nth of ["first", "second"]) {
      const headers = (await request.get(address)).headers();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy, `${address}, ${nth} answer`).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["x-powered-by"], `${address} says what runs it`).toBeUndefined();
    }
  }
});

const STYLE = /<style>([\s\S]*?)<\/style>/g;

/** Whether the content policy names each style of a page: the browser ignores one that doesn't match its hash. */
const namesItsStyles = (html: string, policy = "") =>
  [...html.matchAll(STYLE)].every(([, text = ""]) =>
    policy.includes(`'sha256-${createHash("sha256").update(text).digest("base64")}'`),
  );

test("no page has inline scripts, styles that its policy doesn't name, or content of other hosts", async ({
  visitor,
  request,
  site,
}) => {
  await visitor.goto("/api/docs");
  for (const address of PAGES) {
    const answer = await request.get(address);
    const html = await answer.text();
    expect(namesItsStyles(html, answer.headers()["content-security-policy"]), address).toBe(true);
    const found = await visitor.evaluate(
      ([text, base]) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        const inline = [...page.querySelectorAll("script:not([src]), style, [style]")].filter(
          (element) => !/^application\/(ld\+)?json$/.test(element.getAttribute("type") ?? ""),
        );
        const handlers = [...page.querySelectorAll("*")].flatMap((element) =>
          element.getAttributeNames().filter((name) => /^on/i.test(name)),
        );
        const foreign = [...page.querySelectorAll("[src], link[href]:not([rel=canonical]), use, [srcset]")]
          .map((element) => element.getAttribute("src") ?? element.getAttribute("href") ?? element.getAttribute("srcset") ?? "")
          .filter((target) => new URL(target, base).origin !== base);
        return { inline: inline.map((element) => element.outerHTML.slice(0, 200)), handlers, foreign };
      },
      [html.replace(STYLE, ""), site] as const,
    );
    expect(found, address).toEqual({ inline: [], handlers: [], foreign: [] });
  }
});

test("a reader's search term stays text", async ({ visitor }) => {
  await visitor.goto(`/view-all?search=${encodeURIComponent('"><img src=x onerror=alert(1)><script>alert(2)</script>')}`);
  await expect(visitor.getByRole("heading", { name: "No articles found" })).toBeVisible();
  await expect(visitor.locator("main img")).toHaveCount(0);
});
