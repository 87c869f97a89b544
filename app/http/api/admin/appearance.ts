import { z } from "@hono/zod-openapi";
import { appearancePolicy } from "../../../domain/appearance/appearance.policy.ts";
import { appearance, brandFile, DEFAULT_LOOK, lookSave } from "../../../domain/appearance/appearance.ts";
import { BRAND_FILE_MB, BRAND_PARTS, ICON_MIN, SVG_MAX_KB } from "../../../domain/appearance/brand-rules.ts";
import { readAppearance } from "../../../domain/appearance/read-look.ts";
import { saveLook } from "../../../domain/appearance/save-look.ts";
import { uploadBrandFile } from "../../../domain/appearance/upload-brand-file.ts";
import { bytesOf } from "../../../domain/media/media-rules.ts";
import { fileName } from "../../../domain/media/picture.ts";
import { oneOf } from "../fields.ts";
import { created, ok, resource, routesOf } from "../operation.ts";
import { bodyUpTo, fileTooLarge } from "./uploads.ts";

const createRoute = routesOf("Appearance");

const read = createRoute("get", "/admin/appearance", appearancePolicy.read, {
  id: "readAppearance",
  scope: "never",
  summary: "Read the look of the site",
  description: "The look in force and those before it. A site whose owner has saved none has the shipped look and no history.",
  answer: ok(appearance, "The look"),
});

const save = createRoute("put", "/admin/appearance", appearancePolicy.update, {
  id: "updateAppearance",
  scope: "never",
  summary: "Update the look of the site",
  description:
    "All pages on every instance have the look at once. Colors in which any text would have a contrast below 4.5 : 1, in either " +
    "theme, are refused; the answer names the nearest color for each one. To undo a change, send an earlier look of the history. " +
    "`version` is the version that you read: if someone else has saved since, nothing changes and the answer is 409 " +
    "(`stale_version`).",
  body: lookSave,
  example: { look: DEFAULT_LOOK, version: 0 },
  answer: ok(appearance, "The updated look"),
  refuses: [409],
});

const upload = createRoute("post", "/admin/appearance/files", appearancePolicy.upload, {
  id: "uploadBrandFile",
  scope: "never",
  summary: "Upload a logo or an icon",
  description:
    `The body is the file itself: an SVG of at most ${SVG_MAX_KB} kB or an image of at most ${BRAND_FILE_MB} MB, recognized by its ` +
    "content. What could run or load something is removed from an SVG. All sizes of an icon are made from the one file, which has at " +
    `least ${ICON_MIN} × ${ICON_MIN} pixels. Pages show it once you save a look with its address; without one, it is deleted after a day.`,
  query: z.strictObject({
    part: oneOf(BRAND_PARTS, `must be one of ${BRAND_PARTS.join(", ")}`, "What it is for", "logo"),
    name: fileName.meta({ type: "string", description: "The file's name", example: "logo.svg" }),
  }),
  isUpload: true,
  answer: created(brandFile, "Its address"),
});

export const adminAppearance = () =>
  resource()
    .openapi(read, async (c) => c.json(await readAppearance(c.var.deps.context), 200))
    .openapi(upload, async (c) => {
      if (Number(c.req.header("content-length") ?? 0) > bytesOf(BRAND_FILE_MB)) throw fileTooLarge(BRAND_FILE_MB);
      const pieces: Uint8Array[] = [];
      for await (const piece of bodyUpTo(BRAND_FILE_MB, c.req.raw.body)) pieces.push(piece);
      const upload = { ...c.req.valid("query"), bytes: Buffer.concat(pieces) };
      return c.json(await uploadBrandFile(c.var.deps.context, c.var.actor, upload), 201);
    })
    .openapi(save, async (c) => {
      const { context, settings } = c.var.deps;
      await saveLook(context, c.var.actor, c.req.valid("json"));
      // Every instance is notified. Reloading here shows the change in the next request to this one.
      await settings.renew();
      return c.json(await readAppearance(context), 200);
    });
