import { fetchPicture } from "../../../domain/imports/fetch-picture.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { bytesOf } from "../../../domain/media/media-rules.ts";
import { mediaFetch } from "../../../domain/media/picture.ts";
import { errorResponses, WRITE_REFUSALS } from "../error-responses.ts";
import { noQuery } from "../fields.ts";
import { createRoute, operation } from "../operation.ts";
import { json, jsonBody, resource } from "../resource.ts";
import { exampleMedia, media } from "./media-shapes.ts";

const fetchMedia = createRoute({
  ...operation("Media", mediaPolicy.upload),
  operationId: "fetchPicture",
  method: "post",
  path: "/admin/media/fetch",
  summary: "Fetch a picture from another site",
  description:
    "Articles show no pictures of other sites: readers see a link instead. This brings one into the library, from the public internet " +
    "alone, by the rules of an upload; put its `url` into the article then. A picture that was fetched before isn't fetched again. " +
    "400 names why it can't be had.",
  request: { query: noQuery, body: jsonBody(mediaFetch, { address: "https://other.example/dawn.jpg" }) },
  responses: { 200: json(media, "The picture", exampleMedia), ...errorResponses(401, 404, ...WRITE_REFUSALS, 507) },
});

/** Pictures of other sites. */
export const adminMediaFetch = () =>
  resource().openapi(fetchMedia, async (c) => {
    const { context, media: store, settings, allowsAddress } = c.var.deps;
    const options = { store, allows: allowsAddress, maxBytes: bytesOf(settings.get().maxUploadSize) };
    return c.json(await fetchPicture(context, c.var.actor, c.req.valid("json").address, options), 200);
  });
