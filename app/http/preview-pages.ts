import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { previewPolicy } from "../domain/previews/preview.policy.ts";
import { previewPath } from "../domain/previews/preview-model.ts";
import { leaveNote } from "../domain/previews/preview-notes.ts";
import { noteInput } from "../domain/previews/schema.ts";
import { type OpenedPreview, openPreview } from "../domain/previews/share-preview.ts";
import type { AppEnv } from "./env.ts";
import { present } from "./errors.ts";
import { limit } from "./guards/try-limits.ts";
import { routesFor } from "./middleware/require.ts";
import type { PageAssets } from "./pages/assets.ts";
import type { CategoryColors } from "./pages/colors.ts";
import { endedPreviewPage, type NoteForm, type PreviewLooks, previewPage } from "./pages/preview.tsx";

/** Nobody on the way keeps it, nobody finds it, and it tells nobody where its readers come from. */
const PRIVATE = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
};

/** A note has two thousand characters at most, each of up to nine bytes as a form writes it. */
const FORM_MAX = 64 * 1024;
const NO_VALUES = { name: "", text: "", quote: "" };

/** What was typed, as text; what a form can't send counts as nothing. */
const typed = (body: Record<string, unknown>, name: string) => (typeof body[name] === "string" ? body[name] : "");

/**
 * The pages behind preview links. What stands in the address is all that is needed, and nobody else can know it: so no session
 * and no origin is asked for, and it works without script.
 */
export function previewPages(assets: () => PageAssets, colors: Pick<CategoryColors, "current">) {
  const looks = async (c: Context<AppEnv>): Promise<PreviewLooks> => ({
    site: c.var.deps.settings.site(),
    assets: assets(),
    colors: await colors.current(),
  });
  const open = (c: Context<AppEnv>) => {
    const { context, settings } = c.var.deps;
    return openPreview(context, c.req.param("token") ?? "", { ownHost: new URL(settings.site().url).host });
  };
  const ended = async (c: Context<AppEnv>) => c.html(await endedPreviewPage(await looks(c)), 404, PRIVATE);
  const show = async (c: Context<AppEnv>, opened: OpenedPreview, form: Partial<NoteForm> = {}, status: 200 | 400 | 429 = 200) => {
    const shown = { values: NO_VALUES, problems: [], failure: null, hasLeft: false, ...form };
    return c.html(await previewPage(opened, shown, await looks(c)), status, PRIVATE);
  };

  return routesFor(previewPolicy.open)
    .get("/preview/:token", async (c) => {
      const opened = await open(c);
      return opened ? show(c, opened, { hasLeft: c.req.query("noted") !== undefined }) : ended(c);
    })
    .post("/preview/:token", bodyLimit({ maxSize: FORM_MAX }), async (c) => {
      const opened = await open(c);
      if (!opened?.mayNote) return ended(c);
      const body = await c.req.parseBody().catch(() => ({}));
      const values = { name: typed(body, "name"), text: typed(body, "text"), quote: typed(body, "quote") };
      const note = noteInput.safeParse(values);
      if (!note.success) {
        const problems = note.error.issues.map(({ path, message }) => ({ field: path.join("."), rule: message }));
        return show(c, opened, { values, problems }, 400);
      }
      const token = c.req.param("token");
      try {
        await limit(c, "preview_note", { account: opened.id });
        // Whoever fills in what people don't see is told nothing of it.
        const isTrapped = typed(body, "website") !== "";
        const { context, settings } = c.var.deps;
        const of = { settings: settings.get(), site: settings.site() };
        if (!isTrapped && !(await leaveNote(context, token, note.data, of))) return ended(c);
      } catch (error) {
        const { status, body: refusal, headers } = present(error);
        if (status !== 429) throw error;
        for (const [name, value] of Object.entries(headers)) c.header(name, value);
        return show(c, opened, { values, failure: refusal.message }, 429);
      }
      return c.body(null, 303, { ...PRIVATE, location: `${previewPath(token)}?noted#note` });
    });
}
