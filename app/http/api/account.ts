import { z } from "@hono/zod-openapi";
import { PASSWORD_MAX, SEEN_BROWSER_DAYS, tidyCode } from "../../domain/auth/auth-rules.ts";
import { listSessions, type OpenSession, revokeSession } from "../../domain/auth/sessions.ts";
import { EXAMPLE, exampleOf, id } from "../../domain/schema-fields.ts";
import { changeOwnProfile } from "../../domain/users/change-user.ts";
import { deleteAccount } from "../../domain/users/delete-user.ts";
import { chooseNotices, readNoticeChoices } from "../../domain/users/notice-choices.ts";
import { exportAccount, readAccount } from "../../domain/users/read-user.ts";
import { userPolicy } from "../../domain/users/user.policy.ts";
import { account, profileChange } from "../../domain/users/user.ts";
import { placeName } from "../../platform/places/places.ts";
import { limit } from "../guards/try-limits.ts";
import { signedIn } from "../middleware/require.ts";
import { done, ok, resource, routesOf } from "./operation.ts";

const createRoute = routesOf("Account", "session");

const signInNotices = z.boolean("must be true or false").openapi({
  description: `Whether you get an email when someone signs in with a browser and from a network that weren’t used together for ${SEEN_BROWSER_DAYS} days`,
});

const handInNotices = z.boolean("must be true or false").openapi({
  description: "Whether you get an email when a post is handed in, if you can publish everybody’s posts",
});

const choice = z
  .strictObject({
    comment_replies: z
      .boolean("must be true or false")
      .openapi({ description: "Whether you get an email when someone replies to your comment" }),
    sign_ins: signInNotices,
    hand_ins: handInNotices,
  })
  .openapi("NoticeChoice");

// Clients of earlier releases send the first alone.
const chosen = choice.extend({ sign_ins: signInNotices.optional(), hand_ins: handInNotices.optional() }).openapi("NoticeChange");

const exampleChoice = { comment_replies: true, sign_ins: true, hand_ins: true };

const readChoice = createRoute("get", "/account/notices", userPolicy.manageOwn, {
  id: "readNotifications",
  scope: "never",
  summary: "Read which notifications you get",
  description: "The emails that you can turn off. Other emails about the account are always sent.",
  answer: ok(choice, "Your choice", exampleChoice),
  refuses: [404],
});

const choose = createRoute("put", "/account/notices", userPolicy.manageOwn, {
  id: "updateNotifications",
  scope: "never",
  summary: "Update which notifications you get",
  description:
    "Turns the emails about replies to your comments, about sign-ins from new browsers and about posts that are handed in on or off. Without `sign_ins` or `hand_ins`, these stay as they are.",
  body: chosen,
  example: exampleChoice,
  answer: ok(choice, "Your choice", exampleChoice),
});

const password = z
  .string("must be text")
  .min(1, "is required")
  .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)
  .refine((text) => text.isWellFormed() && !text.includes("\0"), "must be text")
  .openapi({ description: "The account’s password", format: "password" });

const nonce = z
  .string("must be text")
  .max(100, "must be six digits")
  .overwrite(tidyCode)
  .regex(/^\d{6}$/, "must be six digits")
  .openapi({ description: "The code that `/auth/v1/reauthenticate` emails; for accounts without a password" });

const subscriptionToo = z
  .boolean("must be true or false")
  .openapi({ description: "Whether the newsletter’s subscription of the account’s email address is deleted, too" });

const given = { password: password.optional(), nonce: nonce.optional(), erase_subscription: subscriptionToo.optional() };

const proof = z.strictObject(given).superRefine((given, c) => {
  const count = Number(given.password !== undefined) + Number(given.nonce !== undefined);
  if (count === 0) c.addIssue({ code: "custom", path: ["password"], message: "is required, or a nonce in its place" });
  if (count === 2) c.addIssue({ code: "custom", path: ["nonce"], message: "must be absent where a password is given" });
});

const remove = createRoute("delete", "/account", userPolicy.manageOwn, {
  id: "deleteAccount",
  scope: "never",
  summary: "Delete your account",
  description:
    "Deletes the account immediately and permanently, and ends all of its sessions. Needs the account’s `password`, or a `nonce` " +
    "mailed by `/auth/v1/reauthenticate`. Comments stay, without an author. A subscription to the newsletter stays unless " +
    "`erase_subscription` is true. The last active admin gets 409.",
  body: proof,
  example: { password: "correct horse battery staple" },
  answer: done("The account is deleted"),
  refuses: [409],
});

const rows = z.array(z.record(z.string(), z.unknown()));

const exported = z
  .object({
    exported_at: z.string().openapi({ format: "date-time" }),
    profile: z.record(z.string(), z.unknown()),
    sessions: rows.openapi({ description: "Where the account was signed in" }),
    browsers: rows.openapi({ description: "Kinds of browser and networks that the account signed in from" }),
    factors: rows.openapi({ description: "Authenticator apps and recovery codes, without their secrets" }),
    passkeys: rows.openapi({ description: "With the host that each belongs to (`rp_id`), and when it was last used" }),
    api_tokens: rows.openapi({
      description: "API tokens without the secret: name, scopes, and when and from which network each was last used",
    }),
    author_page: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: "Slug, image and links of your page as an author; null for readers" }),
    posts: rows.openapi({ description: "The account’s own posts" }),
    hand_ins: rows.openapi({ description: "Posts that wait for an editor, with the notes to them" }),
    remarks: rows.openapi({ description: "Remarks with which the account has sent posts back" }),
    comments: rows.openapi({ description: "Comments of every status" }),
    followed_threads: rows.openapi({ description: "Articles whose new comments are mailed to the account" }),
    comment_ban: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: "The ban from commenting, with its reason and end; null: there is none" }),
    newsletter: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: "The newsletter’s subscription of the account’s email address, with its record of consent" }),
    mails: rows.openapi({ description: "Emails to the account’s email address, without their texts" }),
  })
  .openapi("AccountExport");

const example = {
  exported_at: EXAMPLE.date,
  profile: exampleOf(account),
  sessions: [],
  browsers: [],
  factors: [],
  passkeys: [],
  api_tokens: [],
  author_page: null,
  posts: [],
  hand_ins: [],
  remarks: [],
  comments: [{ content: "Thank you, this helped.", status: "approved", created_at: EXAMPLE.date }],
  followed_threads: [],
  comment_ban: null,
  newsletter: null,
  mails: [],
};

const download = createRoute("get", "/account/export", userPolicy.manageOwn, {
  id: "exportAccount",
  scope: "never",
  summary: "Export your data",
  description:
    "Everything that the site stores about the account, as one JSON file. Secrets such as the password’s hash are left out.",
  answer: ok(exported, "The file", example),
  refuses: [404],
});

const read = createRoute("get", "/account", userPolicy.manageOwn, {
  id: "readAccount",
  scope: "never",
  summary: "Read your account",
  description: "The signed-in user’s profile and the state of the account.",
  answer: ok(account, "The account"),
  refuses: [404],
});

const update = createRoute("patch", "/account", userPolicy.manageOwn, {
  id: "updateAccount",
  scope: "never",
  summary: "Update your name and bio",
  description:
    "Sets the name that others see, and the bio under your articles. To change the email address or password, use `PUT /auth/v1/user`.",
  body: profileChange,
  example: { full_name: exampleOf(account).full_name, bio: exampleOf(account).bio },
  answer: ok(account, "The account now"),
});

const session = z
  .object({
    id,
    created_at: z.string().openapi({ format: "date-time" }),
    last_used_at: z.string().openapi({ format: "date-time" }),
    user_agent: z.string().nullable().openapi({ description: "The browser’s User-Agent header" }),
    address: z.string().nullable().openapi({ description: "The IP address that last used it" }),
    place: z.string().nullable().openapi({ description: "The place of this address; null if it isn’t known" }),
    current: z.boolean().openapi({ description: "Whether it is the session of this request" }),
  })
  .openapi("AccountSession");

const exampleSession = {
  id: EXAMPLE.id,
  created_at: EXAMPLE.date,
  last_used_at: EXAMPLE.date,
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: "203.0.113.5",
  place: "Germany",
  current: true,
};

const listOwnSessions = createRoute("get", "/account/sessions", userPolicy.manageOwn, {
  id: "listSessions",
  scope: "never",
  summary: "List your sessions",
  description: "The account’s open sessions, the most recently used first.",
  answer: ok(z.array(session), "The sessions", [exampleSession]),
});

const endSession = createRoute("delete", "/account/sessions/{id}", userPolicy.manageOwn, {
  id: "deleteSession",
  scope: "never",
  summary: "Delete a session",
  description: "Ends one of your sessions immediately. It may be the session of this request.",
  answer: done("The session has ended"),
});

export const accountRoutes = () =>
  resource()
    .openapi(read, async (c) => c.json(await readAccount(c.var.deps.context, signedIn(c).id), 200))
    .openapi(update, async (c) => {
      return c.json(await changeOwnProfile(c.var.deps.context, signedIn(c).id, c.req.valid("json")), 200);
    })
    .openapi(listOwnSessions, async (c) => {
      const actor = signedIn(c);
      const { context, places } = c.var.deps;
      const sessions = await listSessions(context, actor.id);
      const present = (one: OpenSession) => ({
        ...one,
        place: placeName(places.find(one.address)),
        current: one.id === actor.sessionId,
      });
      return c.json(sessions.map(present), 200);
    })
    .openapi(endSession, async (c) => {
      await revokeSession(c.var.deps.context, signedIn(c).id, c.req.valid("param").id);
      return c.body(null, 204);
    })
    .openapi(download, async (c) => {
      const data = await exportAccount(c.var.deps.context, signedIn(c));
      const file = `account-${data.exported_at.toISOString().slice(0, 10)}.json`;
      // Indented, because people read it. Dates become text on the way.
      return c.body(`${JSON.stringify(data, null, 2)}\n`, 200, {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${file}"`,
      }) as never;
    })
    .openapi(remove, async (c) => {
      const { id, email, sessionId } = signedIn(c);
      const tried = await limit(c, "confirm_password", { account: sessionId });
      const { password = "", nonce, erase_subscription: eraseSubscription = false } = c.req.valid("json");
      const given = nonce === undefined ? { password } : { nonce };
      await deleteAccount(c.var.deps.context, { id, email }, given, { eraseSubscription });
      await tried.forgive();
      return c.body(null, 204);
    })
    .openapi(readChoice, async (c) => c.json(await readNoticeChoices(c.var.deps.context, signedIn(c).id), 200))
    .openapi(choose, async (c) => c.json(await chooseNotices(c.var.deps.context, signedIn(c).id, c.req.valid("json")), 200));
