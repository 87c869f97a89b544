import { join } from "node:path";
import type { Context } from "hono";
import { logoAt } from "../../domain/appearance/brand-rules.ts";
import { openBrandFile } from "../../domain/appearance/upload-brand-file.ts";
import { drawingOf, faceAt } from "../../domain/categories/art-rules.ts";
import { DEFAULT_CATEGORY_COLOR } from "../../domain/categories/category-rules.ts";
import { artPalette } from "../../domain/categories/palette.ts";
import { mediaAt, mediaFile } from "../../domain/media/media-rules.ts";
import { postPolicy } from "../../domain/posts/post.policy.ts";
import { cachePicture, readSocialCard, siteSocialCard } from "../../domain/social/cache-social-image.ts";
import { type Photo, renderSocialImage, type Scene } from "../../domain/social/render-social-image.ts";
import { type SocialCard, socialVersion } from "../../domain/social/social-rules.ts";
import { routes } from "../../routes.ts";
import { answerMissing } from "../answer-document.ts";
import type { AppEnv } from "../env.ts";
import { routesFor } from "../middleware/require.ts";

const DRAWINGS = Object.fromEntries(
  Object.entries(import.meta.glob<string>("../../ui/illustration/*.svg", { query: "?raw", eager: true, import: "default" })).map(
    ([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ""), svg],
  ),
);

/** The horizontal position of a drawing's subject, if it isn't the middle. */
const FOCUS: Record<string, number> = {
  default: 0.58,
  dunes: 0.6,
  finance: 0.66,
  inspiration: 0.46,
  lifestyle: 0.68,
  productivity: 0.65,
  relationships: 0.46,
  tech: 0.64,
};

/**
 * The drawing next to a card's text, in the light theme, the category's color, and the light and direction of the article's pages.
 */
function sceneOf({ category, face = 0 }: SocialCard): Scene {
  const drawing = drawingOf(category?.slug);
  const { light, isMirrored } = faceAt(face);
  const colors = artPalette(category?.color ?? DEFAULT_CATEGORY_COLOR, "light", light);
  return { drawing: DRAWINGS[drawing] ?? "", colors, focus: FOCUS[drawing] ?? 0.5, isMirrored };
}

/** For URLs with the current version, whose picture never changes. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** Other sites may show these pictures. */
const ANYWHERE = { "cross-origin-resource-policy": "cross-origin" };

const FOR_NOW = "public, max-age=300";

/** The card's picture. */
function photoOf(c: Context<AppEnv>, { picture, focus }: SocialCard): Photo | undefined {
  const media = picture === null ? null : mediaAt(picture);
  if (!media) return undefined;
  const read = async () => {
    const file = await c.var.deps.media.open(media.id, mediaFile(media.width, media.format), true);
    return file && new Uint8Array(await new Response(await file.read()).arrayBuffer());
  };
  return { read, focus };
}

/** The owner's logo. */
function logoOf(c: Context<AppEnv>, { brand }: SocialCard) {
  const logo = brand?.logo;
  const id = logo && logoAt(logo)?.id;
  if (!id) return undefined;
  return async () => (await openBrandFile(c.var.deps.context, id, logo.replace(/^.*\//, ""))) ?? null;
}

async function answerPicture(c: Context<AppEnv>, name: string, card: SocialCard): Promise<Response> {
  const version = socialVersion(card);
  const etag = `"${version}"`;
  const headers = { "cache-control": c.req.query("v") === version ? FOR_EVER : FOR_NOW, etag, ...ANYWHERE };
  if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
  const dir = join(c.var.deps.cacheDir, "social");
  const photo = photoOf(c, card);
  const png = await cachePicture(dir, name, version, () =>
    renderSocialImage(card, { ...sceneOf(card), photo, logo: logoOf(c, card) }),
  );
  return c.body(new Uint8Array(png), 200, { ...headers, "content-type": "image/png", "content-length": String(png.length) });
}

/** The pictures that other sites show next to links: one for each article, one for the site. */
export const socialImageRoutes = routesFor(postPolicy.read)
  .get("/social/:file{[a-z0-9-]+\\.png}", async (c) => {
    const { context, settings } = c.var.deps;
    const slug = c.req.param("file").slice(0, -".png".length);
    const card = await readSocialCard(context, slug, settings.site());
    return card ? answerPicture(c, slug, card) : answerMissing(c, "This image doesn’t exist.");
  })
  .get(routes.siteSocialImage(), (c) => {
    const { settings } = c.var.deps;
    return answerPicture(c, "_site", siteSocialCard(settings.site(), settings.content().hero.title));
  });
