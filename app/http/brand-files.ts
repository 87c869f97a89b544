import type { Context } from "hono";
import { appearancePolicy } from "../domain/appearance/appearance.policy.ts";
import { besideOf, ICON_FILES, iconAt } from "../domain/appearance/brand-rules.ts";
import { openBrandFile } from "../domain/appearance/upload-brand-file.ts";
import { matchesEtag } from "../platform/cache/representation.ts";
import type { AppEnv } from "./env.ts";
import { unknownPath } from "./errors.ts";
import { routesFor } from "./middleware/require.ts";

const TYPES: Record<string, string> = { svg: "image/svg+xml", png: "image/png", ico: "image/x-icon" };

/** Feed readers, mails and other sites may show them. An SVG that is opened by itself can neither run nor load anything. */
const HEADERS = {
  "cross-origin-resource-policy": "cross-origin",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
};
const FOR_EVER = "public, max-age=31536000, immutable";
const HOURLY = "public, max-age=3600";

async function answerFile(c: Context<AppEnv>, id: string, name: string, cacheControl: string): Promise<Response> {
  const etag = `"${id}-${name}"`;
  const headers = { ...HEADERS, "cache-control": cacheControl, etag };
  const body = await openBrandFile(c.var.deps.context, id, name);
  if (!body) throw unknownPath();
  if (matchesEtag(c.req.header("if-none-match") ?? "", etag)) return c.body(null, 304, headers);
  const type = TYPES[name.replace(/^.*\./, "")] ?? "application/octet-stream";
  return c.body(new Uint8Array(body), 200, { ...headers, "content-type": type, "content-length": String(body.byteLength) });
}

const ICON_PATHS: ReadonlySet<string> = new Set(["favicon.svg", ...ICON_FILES].map((name) => `/${name}`));

export const isIconPath = (path: string): boolean => ICON_PATHS.has(path);

/** The owner's icon is at the paths where programs look for one. */
export const brandFileRoutes = routesFor(appearancePolicy.open)
  .get("/brand/:id{[0-9a-f-]{36}}/:file{[a-z0-9-]{1,40}\\.(svg|png|ico)}", (c) =>
    answerFile(c, c.req.param("id"), c.req.param("file"), FOR_EVER),
  )
  .get(`/:file{${["favicon.svg", ...ICON_FILES].map((name) => name.replace(".", "\\.")).join("|")}}`, async (c, next) => {
    const icon = c.var.deps.settings.site().look?.icon;
    const id = icon === undefined ? null : iconAt(icon);
    if (icon === undefined || id === null) return next();
    const file = c.req.param("file");
    // An icon that isn't an SVG is a PNG at this path, too.
    const name = file === "favicon.svg" ? icon : besideOf(icon, file);
    return answerFile(c, id, name.replace(/^.*\//, ""), HOURLY);
  });
