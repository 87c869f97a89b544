import type { Context } from "hono";
import { renderToString } from "react-dom/server";
import { commentPolicy } from "../../domain/comments/comment.policy.ts";
import { isUnfollowToken } from "../../domain/comments/comment-tokens.ts";
import { readUnfollowLink, unfollowByLink } from "../../domain/comments/follow-thread.ts";
import { readUnsubscribeLink, unsubscribe } from "../../domain/comments/reply-notices.ts";
import type { Context as DomainContext } from "../../domain/context.ts";
import { DomainError } from "../../domain/errors.ts";
import type { Site } from "../../domain/settings/settings.ts";
import { UnsubscribePage, type UnsubscribeState } from "../../pages/public/comments/unsubscribe-page.tsx";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage } from "../../texts/texts.ts";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { routesFor } from "../middleware/require.ts";
import type { PageAssets } from "./assets.ts";
import type { SiteSheet } from "./site-sheet.ts";

/** The page of the unsubscribe link, as HTML. */
function unsubscribePage(site: Site, state: UnsubscribeState, assets: PageAssets, sheet: SiteSheet): string {
  const html = inLanguage(languageOf(site), () => renderToString(<UnsubscribePage site={site} state={state} />));
  return `<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", `<head>${assets.staticHead(sheet)}`)}`;
}

function threadState({ kind, wanted }: Awaited<ReturnType<typeof readUnfollowLink>>): UnsubscribeState {
  if (wanted) return "asksThread";
  if (kind === "guest") return wanted === undefined ? "guestDeleted" : "guestDoneThread";
  return wanted === undefined ? "deleted" : "doneThread";
}

function stateOf({ kind, wanted }: Awaited<ReturnType<typeof readUnsubscribeLink>>): UnsubscribeState {
  if (kind === "guest") return wanted === undefined ? "guestDeleted" : wanted ? "guestAsks" : "guestDone";
  return wanted === undefined ? "deleted" : wanted ? "asks" : "done";
}

const readState = async (ctx: DomainContext, token: string): Promise<UnsubscribeState> =>
  isUnfollowToken(token) ? threadState(await readUnfollowLink(ctx, token)) : stateOf(await readUnsubscribeLink(ctx, token));

/**
 * The link at the end of mails about replies, and about comments on an article that a reader follows. GET asks for confirmation; POST unsubscribes, with any body, because mail programs do
 * it with one click (RFC 8058). The signature in the URL is all that is needed.
 */
export function unsubscribeRoutes(assets: () => PageAssets, sheet: Content["sheet"]) {
  const answer = async (c: Context<AppEnv>, work: (token: string) => Promise<UnsubscribeState>) => {
    const state = await work(c.req.query("token") ?? "").catch((error: unknown): UnsubscribeState => {
      if (error instanceof DomainError && error.code === "unsubscribe_link") return "unknown";
      throw error;
    });
    const html = unsubscribePage(c.var.deps.settings.site(), state, assets(), await sheet.current());
    return c.html(html, state === "unknown" ? 404 : 200, { "cache-control": "no-store" });
  };
  return routesFor(commentPolicy.unsubscribe)
    .get("/unsubscribe", (c) =>
      answer(c, async (token) => {
        return readState(c.var.deps.context, token);
      }),
    )
    .post("/unsubscribe", (c) =>
      answer(c, async (token) => {
        const { context } = c.var.deps;
        await (isUnfollowToken(token) ? unfollowByLink : unsubscribe)(context, token);
        return readState(context, token);
      }),
    );
}
