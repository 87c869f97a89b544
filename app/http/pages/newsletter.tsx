import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { renderToString } from "react-dom/server";
import { DomainError } from "../../domain/errors.ts";
import { noteDeparture } from "../../domain/newsletter/note-departure.ts";
import { DEFAULT_LANGUAGE } from "../../domain/settings/direction-rules.ts";
import { offeredChoices, readChoices, saveChoices } from "../../domain/subscribers/choices.ts";
import { confirmSubscription } from "../../domain/subscribers/confirm-subscription.ts";
import { eraseSubscriber } from "../../domain/subscribers/erase-subscriber.ts";
import { renewFormToken } from "../../domain/subscribers/form-token.ts";
import { leaveNewsletter } from "../../domain/subscribers/leave-newsletter.ts";
import { acceptForm, subscribe } from "../../domain/subscribers/subscribe.ts";
import { subscriberPolicy } from "../../domain/subscribers/subscriber.policy.ts";
import { choices as choicesShape } from "../../domain/subscribers/subscriber.ts";
import { type FoundSubscriber, findByToken } from "../../domain/subscribers/subscriber-links.ts";
import { type LinkState, NewsletterLinkPage } from "../../pages/public/newsletter/link-page.tsx";
import { routes } from "../../routes.ts";
import { languageOf } from "../../texts/languages.ts";
import { inLanguage } from "../../texts/texts.ts";
import { networkOf } from "../api/newsletter.ts";
import type { Content } from "../content.ts";
import type { AppEnv } from "../env.ts";
import { ClosedError, present, unknownPath } from "../errors.ts";
import { refuseForeign } from "../guards/same-origin.ts";
import { limit } from "../guards/try-limits.ts";
import { routesFor } from "../middleware/require.ts";
import type { PageAssets } from "./assets.ts";
import { type Fields, FORM_MAX, PRIVATE, readFields, typed } from "./plain-form.ts";

const tokenOf = (c: Context<AppEnv>) => c.req.query("token") ?? "";

const erasePath = (token: string) => `${routes.newsletterChoices(token)}&erase=1`;

type Page = { state: LinkState; status?: 200 | 400 | 404 | 429 };

function createAnswer(assets: () => PageAssets, sheet: Content["sheet"]) {
  /** A link that isn't one of ours gets its own page. */
  return async (c: Context<AppEnv>, work: () => Promise<LinkState | Page>) => {
    const made = await work().catch((error: unknown): Page => {
      if (error instanceof DomainError && error.code === "newsletter_link") return { state: { name: "unknown" }, status: 404 };
      throw error;
    });
    const { state, status = 200 }: Page = "state" in made ? made : { state: made };
    const site = c.var.deps.settings.site();
    const html = inLanguage(languageOf(site), () => renderToString(<NewsletterLinkPage site={site} state={state} />));
    const head = `<head>${assets().staticHead(await sheet.current())}`;
    return c.html(`<!DOCTYPE html>${html.replace(/^<!DOCTYPE html>/i, "").replace("<head>", head)}`, status, PRIVATE);
  };
}

/** What somebody who isn't subscribed is shown. */
const standingOf = (found: FoundSubscriber, token: string): LinkState =>
  found.state === "pending"
    ? { name: "confirm", email: found.email, confirm: routes.confirmSubscription(token) }
    : { name: "ended", email: found.email, erase: erasePath(token) };

async function choicesOf(c: Context<AppEnv>, found: FoundSubscriber, token: string): Promise<LinkState> {
  const { context, settings } = c.var.deps;
  const choices = found.state === "confirmed" ? await readChoices(context.db, found.id) : undefined;
  if (!choices) return standingOf(found, token);
  const offered = await offeredChoices(context.db, settings.site());
  return { name: "choices", email: found.email, erase: erasePath(token), choices, offered };
}

/** What isn't offered stays as it is. */
async function changeChoices(c: Context<AppEnv>, found: FoundSubscriber, fields: Fields): Promise<LinkState | Page> {
  const { context, settings } = c.var.deps;
  const token = tokenOf(c);
  const before = await choicesOf(c, found, token);
  if (before.name !== "choices") return before;
  const own = settings.site().language ?? DEFAULT_LANGUAGE;
  const language = typed(fields, "language");
  const scope = typed(fields, "scope");
  const input = choicesShape.safeParse({
    frequency: typed(fields, "frequency") || before.choices.frequency,
    categories: scope === "" ? before.choices.categories : scope === "some" ? [fields.category ?? []].flat() : null,
    language: language === "" ? before.choices.language : language === own ? null : language,
  });
  const wrong: Page = { state: { ...before, news: "noCategory" }, status: 400 };
  if (!input.success) return wrong;
  try {
    await saveChoices(context, found.id, input.data);
  } catch (error) {
    if (error instanceof DomainError && error.kind === "invalid") return wrong;
    throw error;
  }
  const after = await choicesOf(c, found, token);
  return after.name === "choices" ? { ...after, news: "saved" } : after;
}

/** The answer of the form to browsers without a script. The first time it has no token, because pages with the form are cached. */
async function answerForm(c: Context<AppEnv>): Promise<LinkState | Page> {
  const { context, settings } = c.var.deps;
  const fields = await readFields(c);
  const [given, page, ticket] = [typed(fields, "email"), typed(fields, "page"), typed(fields, "ticket")];
  const site = settings.site();
  try {
    const email = await acceptForm(context, given, ticket, site);
    await limit(c, "subscribe", { account: email });
    const asked = { email, page, hiddenField: typed(fields, "website") };
    await subscribe(context, asked, { site, source: "form", network: networkOf(c) });
    return { name: "sent", email };
  } catch (error) {
    const { status, body, headers } = present(error);
    if (body.code === "newsletter_off") throw unknownPath();
    if (body.code === "form_token") return { name: "again", email: given, page, ticket: await renewFormToken(context, ticket) };
    if (status === 400) return { state: { name: "wrong", email: given, page }, status };
    if (status !== 429) throw error;
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return { state: { name: "limited", email: given, page }, status };
  }
}

/** The answer of the form, and the pages of the links in emails. The token in a link is all that is needed: they work for years. */
export function newsletterPages(assets: () => PageAssets, sheet: Content["sheet"]) {
  const answer = createAnswer(assets, sheet);
  const find = (c: Context<AppEnv>) => findByToken(c.var.deps.context.db, tokenOf(c));
  return (
    routesFor(subscriberPolicy.openLink)
      .post("/newsletter", bodyLimit({ maxSize: FORM_MAX }), (c) => {
        // Another site could subscribe its visitors here.
        refuseForeign(c);
        if (c.var.deps.settings.get().maintenanceMode) throw new ClosedError();
        return answer(c, () => answerForm(c));
      })
      .get("/newsletter/confirm", (c) =>
        answer(c, async () => {
          const found = await find(c);
          return found.state === "confirmed" ? confirmedOf(found, tokenOf(c)) : standingOf(found, tokenOf(c));
        }),
      )
      .post("/newsletter/confirm", (c) =>
        answer(c, async () => {
          const found = await confirmSubscription(c.var.deps.context, tokenOf(c));
          return found.state === "confirmed" ? confirmedOf(found, tokenOf(c)) : standingOf(found, tokenOf(c));
        }),
      )
      .get("/newsletter/choices", (c) =>
        answer(c, async () => {
          const found = await find(c);
          if (c.req.query("erase") === undefined) return choicesOf(c, found, tokenOf(c));
          return { name: "erase", email: found.email, choices: routes.newsletterChoices(tokenOf(c)) };
        }),
      )
      .post("/newsletter/choices", bodyLimit({ maxSize: FORM_MAX }), (c) => answer(c, async () => change(c, await find(c))))
      .get("/newsletter/unsubscribe", (c) =>
        answer(c, async () => {
          const found = await find(c);
          const isThere = found.state === "confirmed" || found.state === "pending";
          return isThere ? { name: "leave", email: found.email } : standingOf(found, tokenOf(c));
        }),
      )
      // With any body: mail programs do it with one click (RFC 8058).
      .post("/newsletter/unsubscribe", (c) => answer(c, async () => standingOf(await leave(c), tokenOf(c))))
  );
}

/** The report of the issue that has the link counts it. */
async function leave(c: Context<AppEnv>): Promise<FoundSubscriber> {
  const { context } = c.var.deps;
  const found = await leaveNewsletter(context, tokenOf(c));
  const issue = c.req.query("issue");
  if (found.hasLeft && issue) await noteDeparture(context, issue, found.id);
  return found;
}

const confirmedOf = ({ email }: FoundSubscriber, token: string): LinkState => ({
  name: "confirmed",
  email,
  choices: routes.newsletterChoices(token),
});

async function change(c: Context<AppEnv>, found: FoundSubscriber): Promise<LinkState | Page> {
  const { context } = c.var.deps;
  const fields = await readFields(c);
  switch (typed(fields, "action")) {
    case "leave":
      return standingOf(await leave(c), tokenOf(c));
    case "erase":
      await eraseSubscriber(context, found.id);
      return { name: "erased" };
    default:
      return changeChoices(c, found, fields);
  }
}
