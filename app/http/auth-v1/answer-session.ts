import type { Context } from "hono";
import { KNOWN_BROWSER_SECONDS, markBrowser } from "../../domain/auth/browser-tokens.ts";
import type { Session } from "../../domain/auth/sessions.ts";
import type { AppEnv } from "../env.ts";
import { ownCookie, setOwnCookie } from "../own-cookies.ts";

/** Browsers in which somebody has signed in have this cookie. */
const COOKIE = "known_browser";

export const markOf = (c: Context<AppEnv>): string | null => ownCookie(c, COOKIE) ?? null;

export async function answerSession(c: Context<AppEnv>, session: Session) {
  setOwnCookie(c, COOKIE, await markBrowser(c.var.deps.context, session.user.id), KNOWN_BROWSER_SECONDS);
  return c.json(session, 200);
}
