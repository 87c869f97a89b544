import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { renderToString } from "react-dom/server";
import { addComment } from "../../domain/comments/add-comment.ts";
import { commentPolicy } from "../../domain/comments/comment.policy.ts";
import { content as contentRule } from "../../domain/comments/comment.ts";
import { issueFormToken } from "../../domain/comments/comment-tokens.ts";
import type { Guest } from "../../domain/comments/commenter.ts";
import { deleteOwnComment, editComment } from "../../domain/comments/edit-comment.ts";
import { listFollowed, setFollowing } from "../../domain/comments/follow-thread.ts";
import {
  acceptGuestForm,
  askGuest,
  type GuestForm,
  requireFormToken,
  takesGuests,
  VISITOR,
} from "../../domain/comments/guests/ask-guest.ts";
import { confirmComment } from "../../domain/comments/guests/confirm-comment.ts";
import { eraseGuest, forgetBrowsers } from "../../domain/comments/guests/forget-guest.ts";
import { findByBrowser, findByEraseLink, findUnconfirmed } from "../../domain/comments/guests/guest-links.ts";
import { GUEST_BROWSER_DAYS, type GuestComment } from "../../domain/comments/guests/guest-rules.ts";
import { readGuestComments } from "../../domain/comments/guests/own-comments.ts";
import { isFollowed, requireArticle } from "../../domain/comments/list-comments.ts";
import { DomainError } from "../../domain/errors.ts";
import { parseEmail } from "../../domain/subscribers/parse-email.ts";
import { GuestPage, type GuestState, type TypedComment } from "../../pages/public/comments/guest-page.tsx";
import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage } from "../../texts/texts.ts";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { ClosedError, present, unknownPath } from "../errors.ts";
import { refuseForeign } from "../guards/same-origin.ts";
import { limit } from "../guards/try-limits.ts";
import { routesFor } from "../middleware/require.ts";
import { ownCookie, setOwnCookie } from "../own-cookies.ts";
import type { PageAssets } from "./assets.ts";
import { type Fields, FORM_MAX, PRIVATE, readFields, typed } from "./plain-form.ts";

type Page = { state: GuestState; status?: 200 | 400 | 403 | 404 | 409 | 429 };

/** Set when somebody confirms a comment. Browsers don't send it with forms of other sites (SameSite=Lax), which are refused anyway. */
const COOKIE = "guest";
const COOKIE_SECONDS = GUEST_BROWSER_DAYS * 86_400;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const tokenOf = (c: Context<AppEnv>) => c.req.query("token") ?? "";

async function rememberedGuest(c: Context<AppEnv>): Promise<Guest | undefined> {
  const cookie = ownCookie(c, COOKIE);
  return cookie === undefined ? undefined : findByBrowser(c.var.deps.context, cookie);
}

const currentOf = (c: Context<AppEnv>) => {
  const { settings } = c.var.deps;
  return { settings: settings.get(), site: settings.site() };
};

function createAnswer(assets: () => PageAssets, sheet: Content["sheet"]) {
  return async (c: Context<AppEnv>, work: () => Promise<GuestState | Page>) => {
    const made = await work().catch((error: unknown): Page => {
      if (error instanceof DomainError && error.code === "guest_link") return { state: { name: "unknown" }, status: 404 };
      throw error;
    });
    const { state, status = 200 }: Page = "state" in made ? made : { state: made };
    const site = c.var.deps.settings.site();
    const html = inLanguage(languageOf(site), () => renderToString(<GuestPage site={site} state={state} />));
    const head = `<head>${assets().staticHead(await sheet.current())}`;
    return c.html(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", head)}`, status, PRIVATE);
  };
}

const typedComment = (fields: Fields): TypedComment => ({
  post: typed(fields, "post"),
  replyTo: UUID.test(typed(fields, "reply_to")) ? typed(fields, "reply_to").toLowerCase() : null,
  name: typed(fields, "name"),
  email: typed(fields, "email"),
  content: typed(fields, "content"),
});

/** An article’s page is cached, so its form has no token. This one has. */
async function formOf(c: Context<AppEnv>, comment: TypedComment, more: { problem?: string; wrong?: string[] } = {}) {
  const { context } = c.var.deps;
  const { id } = await requireArticle(context, comment.post);
  return { name: "form" as const, comment, ticket: await issueFormToken(context, VISITOR.id, id), ...more };
}

/** With everything that was typed. @throws what isn’t about the form */
async function formAgain(c: Context<AppEnv>, comment: TypedComment, error: unknown): Promise<Page> {
  const { status, body, headers } = present(error);
  const again = async (problem: string, code: Page["status"]): Promise<Page> => ({
    state: await formOf(c, comment, { problem }),
    ...(code && { status: code }),
  });
  if (body.code === "form_token") return again("check", 200);
  if (status === 429) {
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return again("tooMany", 429);
  }
  if (body.code === "invalid_input") {
    const wrong = (body.details ?? []).map(({ field, rule }) => (rule.startsWith("Choose another name") ? "nameTaken" : field));
    return { state: await formOf(c, comment, { wrong }), status: 400 };
  }
  if (body.code === "comments_closed") return again("closed", 403);
  if (body.code === "23505") return again("duplicate", 409);
  if (body.code === "PGRST116" && body.message.startsWith("Comment")) return again("goneReply", 404);
  if (status === 403) return again("refused", 403);
  throw error;
}

const postedState = (slug: string, status: string): GuestState => ({ name: status === "approved" ? "posted" : "waiting", slug });

async function answerForm(c: Context<AppEnv>): Promise<GuestState | Page> {
  const { context } = c.var.deps;
  const of = currentOf(c);
  if (!takesGuests(of.settings, of.site)) throw unknownPath();
  const fields = await readFields(c);
  const comment = typedComment(fields);
  const [hiddenField, ticket] = [typed(fields, "website").slice(0, 200), typed(fields, "ticket")];
  try {
    const form: GuestForm = { ...comment, hiddenField };
    const { postId, name, email, content } = await acceptGuestForm(context, form, of);
    const guest = await rememberedGuest(c);
    if (guest?.email.toLowerCase() === email.toLowerCase()) {
      await limit(c, "comment", { account: guest.id });
      const input = { content, replyTo: comment.replyTo, hiddenField, formToken: null };
      const { status } = await addComment(context, { ...guest, name }, postId, input, of);
      return postedState(comment.post, status);
    }
    const filledIn = await requireFormToken(context, ticket, postId);
    await limit(c, "guest_comment", { account: email });
    const stored = { name, postId, replyTo: comment.replyTo, content, hiddenField, filledIn };
    await askGuest(context, { email, at: context.clock.now().toISOString(), comment: stored }, of.site);
    return { name: "sent", email };
  } catch (error) {
    return formAgain(c, comment, error);
  }
}

type Asked = Extract<GuestState, { name: "confirm" } | { name: "confirmFollow" }>;

/** The page that a mailed link opens. */
async function confirmState(c: Context<AppEnv>): Promise<Asked> {
  const { title, slug, name, email, content } = await findUnconfirmed(c.var.deps.context.db, tokenOf(c));
  return content === null
    ? { name: "confirmFollow", title, slug, email }
    : { name: "confirm", title, author: name, content, slug };
}

async function confirm(c: Context<AppEnv>): Promise<GuestState | Page> {
  const asked = await confirmState(c);
  try {
    const { comment, browser } = await confirmComment(c.var.deps.context, tokenOf(c), currentOf(c));
    setOwnCookie(c, COOKIE, browser, COOKIE_SECONDS);
    if (asked.name === "confirmFollow") return { ...asked, name: "following" };
    return postedState(asked.slug, comment?.status ?? "pending");
  } catch (error) {
    const { status, body } = present(error);
    if (body.code === "guest_link" || status >= 500) throw error;
    return { state: { ...asked, isRefused: true }, status: 409 };
  }
}

type AskFollow = Partial<Pick<Extract<GuestState, { name: "askFollow" }>, "email" | "problem">>;

/** Whether a remembered guest follows the comments; for everybody else, and with `more`, the form that asks for the address. */
async function followState(c: Context<AppEnv>, post: string, more?: AskFollow): Promise<GuestState> {
  const { context } = c.var.deps;
  const { id, title, slug } = await requireArticle(context, post);
  const guest = await rememberedGuest(c);
  if (guest && !more && (await isFollowed(context.db, guest, id))) return { name: "following", title, slug, email: guest.email };
  const ticket = await issueFormToken(context, VISITOR.id, id);
  return { name: "askFollow", post: slug, title, ticket, email: guest?.email ?? "", ...more };
}

/** At once in the browser of a guest, and by a mailed link elsewhere. */
async function follow(c: Context<AppEnv>): Promise<GuestState | Page> {
  const { context } = c.var.deps;
  const { settings, site } = currentOf(c);
  const fields = await readFields(c);
  const [post, given] = [typed(fields, "post"), typed(fields, "email")];
  const { id, title, slug } = await requireArticle(context, post);
  const guest = await rememberedGuest(c);
  if (guest && typed(fields, "action") === "stop") {
    await setFollowing(context, guest, id, false);
    return { name: "unfollowed", title, slug, email: guest.email };
  }
  if (!takesGuests(settings, site)) throw unknownPath();
  const again = async (problem: string, status: Page["status"]) =>
    ({ state: await followState(c, post, { email: given, problem }), ...(status && { status }) }) satisfies Page;
  try {
    if (guest && ["", guest.email.toLowerCase()].includes(given.trim().toLowerCase())) {
      await limit(c, "follow_thread", { account: guest.id });
      await setFollowing(context, guest, id, true);
      return { name: "following", title, slug, email: guest.email };
    }
    if (fields.email === undefined) return await followState(c, post);
    const email = parseEmail(given);
    if (email === null) return await again("email", 400);
    const filledIn = await requireFormToken(context, typed(fields, "ticket"), id);
    await limit(c, "guest_comment", { account: email });
    const comment = { name: "", postId: id, replyTo: null, content: null, hiddenField: "", filledIn };
    await askGuest(context, { email, at: context.clock.now().toISOString(), comment }, site);
    return { name: "followSent", email };
  } catch (error) {
    const { status, body } = present(error);
    if (body.code === "form_token") return again("check", 200);
    if (status === 429) return again("tooMany", 429);
    if (body.code === "comment_ban" || body.code === "too_many") return again("notFollowed", status === 403 ? 403 : 409);
    throw error;
  }
}

type News = Extract<GuestState, { name: "own" }>["news"];

/** @param kept what was typed and can't be stored */
async function ownState(c: Context<AppEnv>, news?: News, kept?: { id: string; content: string }): Promise<GuestState> {
  const guest = await rememberedGuest(c);
  if (!guest) return { name: "stranger" };
  const stored = await readGuestComments(c.var.deps.context, guest);
  const isForm = ({ id, canEdit }: GuestComment) => canEdit && id === kept?.id;
  const comments = stored.map((comment) => (kept && isForm(comment) ? { ...comment, content: kept.content } : comment));
  const unsaved = kept && !stored.some(isForm) ? { unsaved: kept.content } : {};
  const followed = await listFollowed(c.var.deps.context, guest);
  return { name: "own", author: guest.name, email: guest.email, comments, followed, ...(news && { news }), ...unsaved };
}

/** What a remembered browser does with the guest’s own comments. */
async function changeOwn(c: Context<AppEnv>): Promise<GuestState | Page> {
  const { context } = c.var.deps;
  const guest = await rememberedGuest(c);
  if (!guest) return { name: "stranger" };
  const fields = await readFields(c);
  const [action, id] = [typed(fields, "action"), typed(fields, "id")];
  if (action === "forget") {
    await forgetBrowsers(context, guest);
    setOwnCookie(c, COOKIE, "", 0);
    return { name: "forgotten" };
  }
  if (!UUID.test(id)) return ownState(c);
  const kept = { id, content: typed(fields, "content") };
  try {
    if (action === "delete") await deleteOwnComment(context, guest, id);
    else {
      const said = contentRule.safeParse(kept.content);
      if (!said.success) return { state: await ownState(c, "wrong", kept), status: 400 };
      await editComment(context, guest, id, said.data, currentOf(c));
    }
    return await ownState(c, action === "delete" ? "removed" : "saved");
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const isLate = error.code === "edit_time_over" || error.code === "PGRST116";
    return { state: await ownState(c, isLate ? "tooLate" : "refused", kept), status: 409 };
  }
}

/** The answer is the same for every address. */
async function askToErase(c: Context<AppEnv>): Promise<GuestState | Page> {
  const { context, settings } = c.var.deps;
  const given = typed(await readFields(c), "email");
  const email = parseEmail(given);
  if (email === null) return { state: { name: "askErase", email: given, wrong: "email" }, status: 400 };
  try {
    await limit(c, "guest_comment", { account: email });
  } catch (error) {
    if (present(error).status !== 429) throw error;
    return { state: { name: "askErase", email: given, wrong: "tooMany" }, status: 429 };
  }
  await askGuest(context, { email, at: context.clock.now().toISOString(), comment: null }, settings.site());
  return { name: "eraseSent", email };
}

async function erase(c: Context<AppEnv>): Promise<GuestState | Page> {
  if (c.req.query("token") === undefined) return askToErase(c);
  await eraseGuest(c.var.deps.context, tokenOf(c));
  setOwnCookie(c, COOKIE, "", 0);
  return { name: "erased" };
}

/** The form of those who comment without an account, the pages of the links in their emails, and their own comments. All work without a script. */
export function guestPages(assets: () => PageAssets, sheet: Content["sheet"]) {
  const answer = createAnswer(assets, sheet);
  const post = (work: (c: Context<AppEnv>) => Promise<GuestState | Page>) => (c: Context<AppEnv>) => {
    // The cookie says who somebody is, so no other site may send these. Links in emails have a token, but also set or remove the cookie.
    refuseForeign(c);
    if (c.var.deps.settings.get().maintenanceMode) throw new ClosedError();
    return answer(c, () => work(c));
  };
  const size = bodyLimit({ maxSize: FORM_MAX });
  return routesFor(commentPolicy.beGuest)
    .get("/guest/comment", (c) =>
      answer(c, async () => {
        const { settings, site } = currentOf(c);
        if (!takesGuests(settings, site)) throw unknownPath();
        const guest = await rememberedGuest(c);
        const { post: article = "", reply_to: replyTo = "" } = c.req.query();
        const [name, email] = [guest?.name ?? "", guest?.email ?? ""];
        return formOf(c, { post: article, replyTo: UUID.test(replyTo) ? replyTo : null, name, email, content: "" });
      }),
    )
    .post("/guest/comment", size, post(answerForm))
    .get("/guest/confirm", (c) => answer(c, () => confirmState(c)))
    .post("/guest/confirm", size, post(confirm))
    .get("/guest/follow", (c) =>
      answer(c, async () => {
        if (!takesGuests(currentOf(c).settings, currentOf(c).site)) throw unknownPath();
        return followState(c, c.req.query("post") ?? "");
      }),
    )
    .post("/guest/follow", size, post(follow))
    .get(routes.guest(), (c) => answer(c, () => ownState(c)))
    .post(routes.guest(), size, post(changeOwn))
    .get("/guest/erase", (c) =>
      answer(c, async () => {
        if (c.req.query("token") === undefined) return { name: "askErase", email: "" };
        const { email } = await findByEraseLink(c.var.deps.context, tokenOf(c));
        return { name: "erase", email };
      }),
    )
    .post("/guest/erase", size, post(erase));
}
