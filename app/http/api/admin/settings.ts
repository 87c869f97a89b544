import { z } from "@hono/zod-openapi";
import { EXAMPLE } from "../../../domain/schema-fields.ts";
import { type ReadSettings, readSettings } from "../../../domain/settings/read-settings.ts";
import { saveSettings } from "../../../domain/settings/save-settings.ts";
import { settingsPolicy } from "../../../domain/settings/settings.policy.ts";
import { DEFAULT_SETTINGS, settingsInput, settingsSave, settingsState } from "../../../domain/settings/settings.ts";
import { SITE_CONTENT, siteContentInput } from "../../../domain/settings/site-content.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Settings");

const state = settingsState
  .extend({
    defaults: settingsInput,
    content_defaults: siteContentInput,
    site_url: z.string().openapi({ description: "The site’s URL in force: `siteUrl`, or the configured one if that is empty" }),
    updated_at: z.string().openapi({ format: "date-time" }),
  })
  .openapi("SettingsState");

const saved = { settings: DEFAULT_SETTINGS, content: SITE_CONTENT, chosen: [], version: 1 };
const example = {
  ...saved,
  defaults: DEFAULT_SETTINGS,
  content_defaults: SITE_CONTENT,
  site_url: "https://blog.example",
  updated_at: EXAMPLE.date,
};

const read = createRoute("get", "/admin/settings", settingsPolicy.read, {
  id: "readSettings",
  scope: "never",
  summary: "Read settings and site content",
  description:
    "Everything that the owner can set, and the texts of the site’s own pages. `defaults` and `content_defaults` apply where nothing " +
    "was saved.",
  answer: ok(state, "The settings", example),
});

const save = createRoute("put", "/admin/settings", settingsPolicy.update, {
  id: "updateSettings",
  scope: "never",
  summary: "Update settings and site content",
  description:
    "Replaces everything that the owner can set. Applies immediately on every instance. `version` is the version that you read: if " +
    "someone else has saved since, nothing changes and the answer is 409 (`stale_version`).",
  body: settingsSave,
  example: saved,
  answer: ok(state, "The updated settings", example),
  refuses: [409],
});

export const adminSettings = () =>
  resource()
    .openapi(read, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(present(await readSettings(context, settings.defaults()), settings), 200);
    })
    .openapi(save, async (c) => {
      const { context, settings } = c.var.deps;
      const after = await saveSettings(context, c.var.actor, c.req.valid("json"), settings.defaults(), settings.site());
      // Every instance is notified. Reloading here shows the change in the next request to this one.
      await settings.renew();
      return c.json(present(after, settings), 200);
    });

type Current = { defaults(): typeof DEFAULT_SETTINGS; site(): { url: string } };

const present = (stored: ReadSettings, { defaults, site }: Current) => ({
  ...stored,
  defaults: defaults(),
  content_defaults: SITE_CONTENT,
  site_url: site().url,
});
