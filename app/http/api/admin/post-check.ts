import { checkInput, checkSurroundings } from "../../../domain/posts/check-surroundings.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { EXAMPLE, noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleInput, surroundings } from "./post-shapes.ts";

const check = createRoute({
  ...operation("Drafts and revisions", postPolicy.readAny),
  operationId: "checkPost",
  method: "post",
  path: "/admin/posts/check",
  summary: "Check a post before it is published",
  description:
    "Tells what only the site knows: other posts with the same title (in whatever case), and which links to own posts lead nowhere, to a " +
    "post that isn't published, or to an old address. `slugs` are the last parts of those addresses: slugs, old slugs or ids. Stores nothing.",
  request: {
    query: noQuery,
    body: jsonBody(checkInput, { id: EXAMPLE.id, title: exampleInput.title, slugs: ["an-old-address", "nowhere"] }),
  },
  responses: {
    200: json(surroundings, "What is to be known", {
      titles: [],
      links: [
        { slug: "an-old-address", state: "moved" as const, to: "a-new-address" },
        { slug: "nowhere", state: "missing" as const, to: null },
      ],
    }),
    ...errorResponses(401, 404, ...WRITE_REFUSALS),
  },
});

/** What is to be known before a post is published. */
export const adminPostChecking = () =>
  resource().openapi(check, async (c) =>
    c.json(await checkSurroundings(c.var.deps.context, c.var.actor, c.req.valid("json")), 200),
  );
