import { authorPolicy } from "../../../domain/authors/author.policy.ts";
import { authorChange, authorProfile } from "../../../domain/authors/author.ts";
import { changeAuthor } from "../../../domain/authors/change-author.ts";
import { readProfile } from "../../../domain/authors/read-author.ts";
import { exampleOf, pick } from "../../../domain/schema-fields.ts";
import { signedIn } from "../../middleware/require.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Authors", "user");

const example = pick(exampleOf(authorProfile), ["bio", "slug", "has_page", "picture", "links"]);

const CHANGES =
  "Fields that are left out don’t change. A former slug leads to the page from then on. 409 (`23505`) if another author has the slug";

const readOwn = createRoute("get", "/admin/author", authorPolicy.manageOwn, {
  id: "readOwnAuthorProfile",
  scope: "never",
  summary: "Read your author profile",
  description: "What your page shows beside your articles.",
  answer: ok(authorProfile, "Your profile"),
  refuses: [404],
});

const updateOwn = createRoute("patch", "/admin/author", authorPolicy.manageOwn, {
  id: "updateOwnAuthorProfile",
  scope: "never",
  summary: "Update your author profile",
  description: `${CHANGES}, or had it: their links still lead there.`,
  body: authorChange,
  example,
  answer: ok(authorProfile, "Your profile now"),
  refuses: [409],
});

const read = createRoute("get", "/admin/users/{id}/author", authorPolicy.readAny, {
  id: "readAuthorProfile",
  scope: "never",
  summary: "Read a user’s author profile",
  description: "What the page of an author shows beside their articles. Every user has one, with or without articles.",
  answer: ok(authorProfile, "The profile"),
});

const update = createRoute("patch", "/admin/users/{id}/author", authorPolicy.update, {
  id: "updateAuthorProfile",
  scope: "never",
  summary: "Update a user’s author profile",
  description: `${CHANGES}. A slug that another author had leads to this page from then on.`,
  body: authorChange,
  example,
  answer: ok(authorProfile, "The profile now"),
  refuses: [409],
});

export const adminAuthors = () =>
  resource()
    .openapi(readOwn, async (c) => c.json(await readProfile(c.var.deps.context, c.var.actor, signedIn(c).id), 200))
    .openapi(updateOwn, async (c) =>
      c.json(await changeAuthor(c.var.deps.context, c.var.actor, signedIn(c).id, c.req.valid("json")), 200),
    )
    .openapi(read, async (c) => c.json(await readProfile(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(update, async (c) =>
      c.json(await changeAuthor(c.var.deps.context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200),
    );
