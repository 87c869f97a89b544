import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { findRestore, presentRestore, type RestoreTools } from "../../domain/setup/restore-state.ts";
import { setupPolicy } from "../../domain/setup/setup.policy.ts";
import type { RestoreState } from "../../domain/setup/setup-rules.ts";
import { beginRestore, uploadBackup } from "../../domain/setup/upload-backup.ts";
import { RestorePage } from "../../pages/account/setup/restore-document.tsx";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { unknownPath } from "../errors.ts";
import { hasSetupLink } from "../guards/setup-link.ts";
import { routesFor } from "../middleware/require.ts";
import type { PageAssets } from "./assets.ts";
import { answersPrivately, PRIVATE } from "./setup.tsx";

const ENTRY = "app/browser/restore.ts";

/** In bytes; far more than a passphrase has. */
const WISH_MAX = 8 * 1024;
const wish = z.object({ passphrase: z.string().max(1000).optional() });

const NAME_MAX = 200;
/** Only shown. */
const shownName = (name: string | undefined) => name?.replaceAll(/[\p{Cc}/\\]/gu, "").slice(0, NAME_MAX) || "backup.tar.zst";

async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body) yield* body;
}

/** What this link has uploaded, even if the restored site doesn't know the link any more. */
const stateOf = (c: Context<AppEnv>, { folder }: RestoreTools) =>
  findRestore(c.var.deps.context, folder, c.req.query("token") ?? "");

/** @throws HttpError 404 where nothing can be restored, and without a link that works */
async function requireTools(c: Context<AppEnv>): Promise<RestoreTools> {
  const { restore } = c.var.deps;
  if (!restore || !(await hasSetupLink(c))) throw unknownPath();
  return restore;
}

function answerWith(c: Context<AppEnv>, state: RestoreState | null, status: 200 | 202) {
  if (!state) throw unknownPath();
  return c.json({ ...presentRestore(state), is_up: true }, status, PRIVATE);
}

/** Begins a new site with a backup. The link of the setup is all that is needed, and only while nobody has used the site. */
export function restorePages(assets: () => PageAssets, sheet: Content["sheet"]) {
  const answer = answersPrivately(assets, sheet, ENTRY);
  return routesFor(setupPolicy.restore)
    .get("/setup/restore", async (c, next) => {
      const { restore, settings } = c.var.deps;
      const state = restore ? await stateOf(c, restore) : null;
      if (!restore || (state?.phase !== "done" && !(await hasSetupLink(c)))) return next();
      const token = c.req.query("token") ?? "";
      return answer(c, <RestorePage site={settings.site()} token={token} state={state && presentRestore(state)} />);
    })
    .get("/setup/restore/state", async (c) => {
      const { restore } = c.var.deps;
      return answerWith(c, restore ? await stateOf(c, restore) : null, 200);
    })
    .post("/setup/restore/file", async (c) => {
      const tools = await requireTools(c);
      const length = Number(c.req.header("content-length"));
      const state = await uploadBackup(c.var.deps.context, tools, c.req.query("token") ?? "", {
        name: shownName(c.req.query("name")),
        size: Number.isSafeInteger(length) && length > 0 ? length : null,
        body: piecesOf(c.req.raw.body),
      });
      return answerWith(c, state, 200);
    })
    .post("/setup/restore", bodyLimit({ maxSize: WISH_MAX }), async (c) => {
      const tools = await requireTools(c);
      const sent = wish.safeParse(await c.req.json().catch(() => ({})));
      const passphrase = sent.data?.passphrase || undefined;
      return answerWith(c, await beginRestore(c.var.deps.context, tools, c.req.query("token") ?? "", passphrase), 202);
    });
}
