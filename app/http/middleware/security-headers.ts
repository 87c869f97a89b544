import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../env.ts";

/**
 * Everything comes from the site itself, and nothing inline runs.
 * @param styles the hash of the only <style> that a document may contain (`'sha256-…'`)
 * @param frames the only origins whose pages it may embed
 * @param isPreview whether it runs no scripts, and a page of the site may show it in a frame
 */
export const contentSecurityPolicy = (styles?: string, frames: readonly string[] = [], isPreview = false) =>
  [
    "default-src 'none'",
    `script-src ${isPreview ? "'none'" : "'self'"}`,
    `style-src 'self'${styles ? ` ${styles}` : ""}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isPreview ? "'self'" : "'none'"}`,
  ].join("; ");

export const SECURITY_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ["content-security-policy", contentSecurityPolicy()],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["permissions-policy", "browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
];

const HSTS = "max-age=31536000";

/** They only affect documents. On scripts, style sheets, fonts and bitmaps they would add a tenth to the page's bytes for nothing. */
const OF_DOCUMENTS = new Set(["content-security-policy", "permissions-policy", "cross-origin-opener-policy", "referrer-policy"]);
const PLAIN_FILE = /^(text\/(javascript|css)|font\/|image\/(png|x-icon))/;

/**
 * A site on https announces that it stays there; one on http must not.
 * @param withSubdomains whether the subdomains are on https only, too
 */
export function securityHeadersFor(
  siteUrl: string,
  contentType = "",
  withSubdomains = false,
): readonly (readonly [name: string, value: string])[] {
  const hsts = withSubdomains ? `${HSTS}; includeSubDomains` : HSTS;
  const all = siteUrl.startsWith("https://")
    ? [...SECURITY_HEADERS, ["strict-transport-security", hsts] as const]
    : SECURITY_HEADERS;
  return PLAIN_FILE.test(contentType) ? all.filter(([name]) => !OF_DOCUMENTS.has(name)) : all;
}

/** A handler may have set its own (for pictures that other sites show, for instance). */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    const { settings, hstsSubdomains } = c.var.deps;
    for (const [name, value] of securityHeadersFor(settings.site().url, headers.get("content-type") ?? "", hstsSubdomains)) {
      if (!headers.has(name)) headers.set(name, value);
    }
  };
}
