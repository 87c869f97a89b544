import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { text } from "../../domain/schema-fields.ts";
import { issueFormToken } from "../../domain/subscribers/form-token.ts";
import { endOwnSubscription, readOwnSubscription, saveOwnChoices } from "../../domain/subscribers/own-subscription.ts";
import { parseEmail } from "../../domain/subscribers/parse-email.ts";
import { acceptForm, subscribe } from "../../domain/subscribers/subscribe.ts";
import { subscriberPolicy } from "../../domain/subscribers/subscriber.policy.ts";
import { choices, ownSubscription } from "../../domain/subscribers/subscriber.ts";
import { shortenAddress } from "../../platform/ip-address.ts";
import type { AppEnv } from "../env.ts";
import { clientAddress } from "../guards/limited-address.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { done, ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Newsletter", "subscriber");

const form = z.object({ ticket: z.string() }).openapi("NewsletterForm");

const readForm = createRoute("get", "/newsletter/form", subscriberPolicy.subscribe, {
  id: "readNewsletterForm",
  scope: "public",
  summary: "Read a token for the newsletter’s form",
  description: "The token that `createSubscription` needs. It works from two seconds after it was made, for a day.",
  answer: ok(form, "The token", { ticket: "1741944413000.3q2-7wAAAA" }),
});

const subscription = z.strictObject({
  email: text(1000)
    .refine((typed) => parseEmail(typed) !== null, "must be an email address")
    .openapi({ description: "Where the newsletter goes" }),
  ticket: text(200, "must be the form’s token").openapi({ description: "The form’s token, from `readNewsletterForm`" }),
  page: text(2000).optional().openapi({ description: "The path of the page that shows the form" }),
  website: text(1000).optional().openapi({ description: "The form’s hidden field, which only spam programs fill in" }),
});

const ask = createRoute("post", "/newsletter", subscriberPolicy.subscribe, {
  id: "createSubscription",
  scope: "public",
  summary: "Subscribe to the newsletter",
  description:
    "Emails a link that confirms the subscription, at most one in ten minutes and three in a day. The answer is the same for every " +
    "address, whether or not it is subscribed. Answers 404 (`newsletter_off`) if the site has no newsletter, and 409 (`form_token`) if " +
    "the token is missing, too young or too old.",
  body: subscription,
  example: { email: "ada@blog.example", ticket: "1741944413000.3q2-7wAAAA", page: "/newsletter" },
  answer: done("The request was accepted"),
  refuses: [409],
});

const readOwn = createRoute("get", "/account/newsletter", subscriberPolicy.manageOwn, {
  id: "readOwnSubscription",
  scope: "never",
  summary: "Read your subscription",
  description: "What the account’s email address gets of the newsletter, and what there is to choose from.",
  answer: ok(ownSubscription, "The subscription"),
});

const saveOwn = createRoute("put", "/account/newsletter", subscriberPolicy.manageOwn, {
  id: "updateOwnSubscription",
  scope: "never",
  summary: "Update your subscription",
  description:
    "Sets how often and about what you get the newsletter. Answers 404 if the account’s email address isn’t subscribed.",
  body: choices,
  example: { frequency: "weekly", categories: null, language: null },
  answer: ok(ownSubscription, "The subscription now"),
});

const endOwn = createRoute("delete", "/account/newsletter", subscriberPolicy.manageOwn, {
  id: "deleteOwnSubscription",
  scope: "never",
  summary: "Unsubscribe from the newsletter",
  description: "Ends the subscription of the account’s email address. Answers 404 if it isn’t subscribed.",
  answer: done("The subscription has ended"),
});

/** Shortened, for the record of consent. */
export const networkOf = (c: Context<AppEnv>): string | null => shortenAddress(clientAddress(c));

export const newsletter = () =>
  resource()
    .openapi(readForm, async (c) => {
      c.header("cache-control", "no-store");
      return c.json({ ticket: await issueFormToken(c.var.deps.context) }, 200);
    })
    .openapi(ask, async (c) => {
      const { context, settings } = c.var.deps;
      const { ticket, page = "", website = "", ...given } = c.req.valid("json");
      const site = settings.site();
      const email = await acceptForm(context, given.email, ticket, site);
      await limit(c, "subscribe", { account: email });
      const source = c.var.actor.kind === "user" ? "account" : "form";
      await subscribe(context, { email, page, hiddenField: website }, { site, source, network: networkOf(c) });
      return c.body(null, 204);
    })
    .openapi(readOwn, async (c) => {
      const { context, settings } = c.var.deps;
      return c.json(await readOwnSubscription(context, signedIn(c).id, settings.site()), 200);
    })
    .openapi(saveOwn, async (c) => {
      const { context, settings } = c.var.deps;
      const { id } = signedIn(c);
      await saveOwnChoices(context, id, c.req.valid("json"));
      return c.json(await readOwnSubscription(context, id, settings.site()), 200);
    })
    .openapi(endOwn, async (c) => {
      await endOwnSubscription(c.var.deps.context, signedIn(c).id);
      return c.body(null, 204);
    });
