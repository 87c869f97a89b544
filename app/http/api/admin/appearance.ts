import { z } from "@hono/zod-openapi";
import { appearancePolicy } from "../../../domain/appearance/appearance.policy.ts";
import { appearance as appearanceRecord, DEFAULT_LOOK, lookSave } from "../../../domain/appearance/appearance.ts";
import { readAppearance } from "../../../domain/appearance/read-look.ts";
import { saveLook } from "../../../domain/appearance/save-look.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, json, jsonBody, operation, resource } from "../operation.ts";

const appearance = z.object(appearanceRecord.shape).openapi("Appearance");

const saved = { id: 1, look: DEFAULT_LOOK, saved_at: EXAMPLE.date, saved_by: "Ada Lovelace" };
const example = { look: DEFAULT_LOOK, version: 1, history: [saved] };

const read = createRoute({
  ...operation("Appearance", appearancePolicy.read),
  operationId: "readAppearance",
  method: "get",
  path: "/admin/appearance",
  summary: "Read the look of the site",
  description: "The look in force and those before it. A site whose owner has saved none has the shipped look and no history.",
  request: { query: noQuery },
  responses: { 200: json(appearance, "The look", example), ...errorResponses(401, 403) },
});

const save = createRoute({
  ...operation("Appearance", appearancePolicy.update),
  operationId: "updateAppearance",
  method: "put",
  path: "/admin/appearance",
  summary: "Update the look of the site",
  description:
    "All pages on every instance have the look at once. Colours in which any text would have a contrast below 4.5 : 1, in either " +
    "theme, are refused; the answer names the nearest colour for each one. To undo a change, send an earlier look of the history. " +
    "`version` is the version that you read: if somebody else has saved since, nothing changes and the answer is 409 " +
    "(`stale_version`).",
  request: { query: noQuery, body: jsonBody(lookSave, { look: DEFAULT_LOOK, version: 0 }) },
  responses: { 200: json(appearance, "The updated look", example), ...errorResponses(401, 404, 409, ...WRITE_REFUSALS) },
});

/** The look of the site. */
export const adminAppearance = () =>
  resource()
    .openapi(read, async (c) => c.json(await readAppearance(c.var.deps.context), 200))
    .openapi(save, async (c) => {
      const { context, settings } = c.var.deps;
      await saveLook(context, c.var.actor, c.req.valid("json"));
      // Every instance is notified. Reloading here shows the change in the next request to this one.
      await settings.reload();
      return c.json(await readAppearance(context), 200);
    });
