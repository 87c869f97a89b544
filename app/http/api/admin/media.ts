import { z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import type { Actor } from "../../../domain/authorize.ts";
import { fetchPicture } from "../../../domain/imports/bring-picture.ts";
import { fetchBookmark } from "../../../domain/imports/fetch-bookmark.ts";
import { fetchFile } from "../../../domain/imports/fetch-file.ts";
import { deleteMedia, emptyTrash } from "../../../domain/media/delete-media.ts";
import { MEDIA_KINDS } from "../../../domain/media/file-rules.ts";
import { describeMedia, listMedia, openThumbnail, readMedia } from "../../../domain/media/list-media.ts";
import { mediaPolicy } from "../../../domain/media/media.policy.ts";
import { bytesOf, MEDIA_SHOWS, MEDIA_SORTS, type MediaAction } from "../../../domain/media/media-rules.ts";
import {
  bookmark,
  fileName,
  media,
  mediaBulk,
  mediaChanges,
  mediaFetch,
  mediaInUse,
  mediaPage,
  mediaSort,
} from "../../../domain/media/picture.ts";
import { type BulkResult, restoreMedia, trashMany, trashMedia } from "../../../domain/media/trash-media.ts";
import { uploadFile } from "../../../domain/media/upload-file.ts";
import { type Upload, uploadMedia } from "../../../domain/media/upload-media.ts";
import { EXAMPLE, exampleOf } from "../../../domain/schema-fields.ts";
import type { AppEnv, Deps } from "../../env.ts";
import { LIST_LIMIT, listLimit, listPage, listSearch, oneOf, onePage } from "../fields.ts";
import { created, done, file, ok, resource, routesOf } from "../operation.ts";
import { bodyUpTo, fileTooLarge } from "./uploads.ts";

const createRoute = routesOf("Media", "picture");

const exampleFile = {
  ...exampleOf(media),
  kind: "audio",
  name: "larks.mp3",
  alt: "",
  width: null,
  height: null,
  bytes: 3_145_728,
  mime: "audio/mpeg",
  url: `/media/${EXAMPLE.id}/larks.mp3`,
  variants: [],
};

const fetchMedia = createRoute("post", "/admin/media/fetch", mediaPolicy.upload, {
  id: "fetchPicture",
  scope: "media:write",
  summary: "Fetch an image from another site",
  description:
    "Articles don’t show images from other sites: readers see a link instead. This fetches one from the public internet into the library, " +
    "by the rules of an upload; put its `url` into the article. An image that was fetched before isn’t fetched again. " +
    "A 400 says why it can’t be fetched.",
  body: mediaFetch,
  example: { address: "https://other.example/dawn.jpg" },
  answer: ok(media, "The image"),
  refuses: [507],
});

const fetchOtherFile = createRoute("post", "/admin/media/files/fetch", mediaPolicy.upload, {
  id: "fetchFile",
  scope: "media:write",
  summary: "Fetch a recording, a video or a download from another site",
  description:
    "Articles play and show nothing from other sites: readers see a link instead. This fetches a file from the public internet into the " +
    "library, by the rules of an upload; put its `url` into the article. A 400 says why it can’t be fetched.",
  body: mediaFetch,
  example: { address: "https://other.example/larks.mp3" },
  answer: ok(media, "The file", exampleFile),
  refuses: [507],
});

const fetchPage = createRoute("post", "/admin/media/bookmark", mediaPolicy.upload, {
  id: "fetchBookmark",
  scope: "media:write",
  summary: "Fetch what a page says about itself",
  description:
    "Reads title, description, image and site of a page on the public internet (Open Graph, else its title and description), for a bookmark " +
    "in an article. The image is fetched into the library. A 400 says why the page can’t be fetched.",
  body: mediaFetch,
  example: { address: "https://other.example/larks" },
  answer: ok(bookmark, "The bookmark"),
  refuses: [507],
});

const count = z.number().int().openapi({ minimum: 0 });

const result = z
  .object({
    changed: count,
    unchanged: count.openapi({ description: "Images that were in this state already or don’t exist" }),
    in_use: count.openapi({ description: "Images that weren’t moved because something uses them" }),
  })
  .openapi("MediaBulkResult");

const changeMany = createRoute("post", "/admin/media/bulk", mediaPolicy.update, {
  id: "bulkUpdatePictures",
  scope: "media:write",
  summary: "Move many images to the trash, restore or delete them",
  description:
    "Changes up to 500 images. `trash` skips images that a post shows; `delete` only deletes images that are in the trash.",
  body: mediaBulk,
  example: { ids: [EXAMPLE.id], action: "trash" },
  answer: ok(result, "The result", { changed: 1, unchanged: 0, in_use: 0 }),
});

const empty = createRoute("delete", "/admin/media/trash", mediaPolicy.delete, {
  id: "emptyPictureTrash",
  scope: "never",
  summary: "Empty the trash of images",
  description: "Permanently deletes all images in the trash with their copies.",
  answer: ok(z.object({ deleted: count }).openapi("EmptiedMediaTrash"), "How many images were deleted", { deleted: 3 }),
});

const ACTIONS: Record<MediaAction, (deps: Deps, actor: Actor, ids: string[]) => Promise<BulkResult>> = {
  trash: ({ context }, actor, ids) => trashMany(context, actor, ids),
  restore: ({ context }, actor, ids) => restoreMedia(context, actor, ids),
  delete: ({ context, media }, actor, ids) => deleteMedia(context, media, actor, ids),
};

/** This process hides the pictures at once; the others are notified. */
const announce = (c: HonoContext<AppEnv>) => void c.var.content.trashedMedia.renew();

const list = createRoute("get", "/admin/media", mediaPolicy.read, {
  id: "listPictures",
  scope: "media:read",
  summary: "List images and files",
  description:
    "Uploaded images and other files, of all users for editors and admins, otherwise one’s own, the newest first unless `sort` is given; those in the trash only with its filter. A page beyond the last " +
    "is empty and has the right totals.",
  query: z.strictObject({
    page: listPage,
    limit: listLimit,
    search: listSearch.openapi({ description: "Part of the name or of the alternative text", example: "dawn" }),
    kind: oneOf(MEDIA_KINDS, `must be one of ${MEDIA_KINDS.join(", ")}`, "Only those of one kind", "picture").optional(),
    show: oneOf(MEDIA_SHOWS, `must be one of ${MEDIA_SHOWS.join(", ")}`, "Which images to list", "unused").optional(),
    sort: mediaSort.optional().openapi({ description: `One of ${MEDIA_SORTS.join(", ")}`, example: "-created_at" }),
  }),
  answer: ok(mediaPage, "A page of images", {
    ...onePage(media, LIST_LIMIT),
    counts: { all: 1, unused: 1, undescribed: 0, trash: 0 },
    max_upload_size: 5,
  }),
});

const read = createRoute("get", "/admin/media/{id}", mediaPolicy.read, {
  id: "readPicture",
  scope: "media:read",
  summary: "Read an image",
  description: "An image, its copies, and the posts that show it.",
  answer: ok(mediaInUse, "The image"),
});

const change = createRoute("patch", "/admin/media/{id}", mediaPolicy.update, {
  id: "updatePicture",
  scope: "media:write",
  summary: "Update an image",
  description:
    "Changes its name, the default alternative text for posts, and its focal point. Fields that are left out don’t change. Posts that show " +
    "the image keep the alternative text they were saved with, and are cropped by the new focal point immediately.",
  body: mediaChanges,
  example: { alt: "A field at dawn", focus_x: 0.5, focus_y: 0.35 },
  answer: ok(media, "The image"),
});

const remove = createRoute("delete", "/admin/media/{id}", mediaPolicy.delete, {
  id: "deletePicture",
  scope: "media:write",
  summary: "Delete an image",
  description:
    "Moves an image to the trash, where it stays for 30 days; its URLs answer 404. If a post, a category or the look uses it, the answer is " +
    "409 (`in_use`) and says what uses it.",
  answer: done("It is in the trash"),
  refuses: [409],
});

const upload = createRoute("post", "/admin/media", mediaPolicy.upload, {
  id: "uploadPicture",
  scope: "media:write",
  summary: "Upload an image",
  description:
    "The body is the file itself: JPEG, PNG, WebP, AVIF or GIF, recognized by its content, at most as large as the setting " +
    "`maxUploadSize`. It is rotated upright, its metadata is removed, and copies are made as AVIF and WebP in up to four widths. " +
    "Animations are kept. With `sha256`, the answer is the image that you have uploaded from the same file, also one in the trash, if there " +
    "is one: so an upload whose answer was lost can be repeated.",
  query: z.strictObject({
    name: fileName.meta({ type: "string", description: "The file's name", example: "dawn.jpg" }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits in lower case")
      .optional()
      .openapi({ description: "The SHA-256 of the file" }),
  }),
  isUpload: true,
  answer: created(media, "The image"),
  refuses: [409, 507],
});

const addFile = createRoute("post", "/admin/media/files", mediaPolicy.upload, {
  id: "uploadFile",
  scope: "media:write",
  summary: "Upload a recording, a video or a download",
  description:
    "The body is the file itself: MP3, M4A, Ogg, WAV, MP4, WebM, PDF, EPUB, ZIP, Word, Excel, PowerPoint, OpenDocument, CSV, text or WebVTT, " +
    "recognized by its content, at most as large as the setting `maxUploadSize`. It is stored as it is. Browsers play audio and video, and " +
    "save everything else.",
  query: z.strictObject({
    name: fileName.meta({ type: "string", description: "The file's name", example: "larks.mp3" }),
  }),
  isUpload: true,
  answer: created(media, "The file", exampleFile),
  refuses: [507],
});

const readThumbnail = createRoute("get", "/admin/media/{id}/thumbnail", mediaPolicy.read, {
  id: "readPictureThumbnail",
  scope: "media:read",
  summary: "Read an image’s thumbnail",
  description: "The smallest copy of an image. Also works for images in the trash, whose own URLs answer 404.",
  answer: file("The image", "image/webp", "RIFF…WEBP"),
});

async function answerThumbnail(c: HonoContext<AppEnv>, id: string) {
  const { context, media } = c.var.deps;
  const file = await openThumbnail(context, media, c.var.actor, id);
  const headers = { "content-type": "image/webp", "content-length": String(file.size) };
  if (c.req.method !== "HEAD") return c.body(await file.read(), 200, headers);
  await file.close();
  return c.body(null, 200, headers);
}

/** @throws HttpError 413 */
function arriving(c: HonoContext<AppEnv>, name: string): Upload {
  const { maxUploadSize } = c.var.deps.settings.get();
  if (Number(c.req.header("content-length") ?? 0) > bytesOf(maxUploadSize)) throw fileTooLarge(maxUploadSize);
  return { name, body: bodyUpTo(maxUploadSize, c.req.raw.body), signal: c.req.raw.signal };
}

export const adminMedia = () =>
  resource()
    .openapi(list, async (c) => {
      const { page = 1, limit = LIST_LIMIT, search = "", kind, show = "all", sort = "-created_at" } = c.req.valid("query");
      const { context, settings } = c.var.deps;
      return c.json(await listMedia(context, c.var.actor, { page, limit, search, kind, show, sort }, settings.get()), 200);
    })
    .openapi(upload, async (c) => {
      const { context, media: store } = c.var.deps;
      const { name, sha256 } = c.req.valid("query");
      return c.json(await uploadMedia(context, store, c.var.actor, { ...arriving(c, name), sha256 }), 201);
    })
    .openapi(addFile, async (c) => {
      const { context, media: store } = c.var.deps;
      return c.json(await uploadFile(context, store, c.var.actor, arriving(c, c.req.valid("query").name)), 201);
    })
    .openapi(fetchMedia, async (c) => {
      const { context, media: store, settings, allowsAddress } = c.var.deps;
      const options = { store, allows: allowsAddress, maxBytes: bytesOf(settings.get().maxUploadSize) };
      return c.json(await fetchPicture(context, c.var.actor, c.req.valid("json").address, options), 200);
    })
    .openapi(fetchOtherFile, async (c) => {
      const { context, media: store, settings, allowsAddress } = c.var.deps;
      const options = { store, allows: allowsAddress, maxBytes: bytesOf(settings.get().maxUploadSize) };
      return c.json(await fetchFile(context, c.var.actor, c.req.valid("json").address, options), 200);
    })
    .openapi(fetchPage, async (c) => {
      const { context, media: store, settings, allowsAddress } = c.var.deps;
      const options = { store, allows: allowsAddress, maxBytes: bytesOf(settings.get().maxUploadSize) };
      return c.json(await fetchBookmark(context, c.var.actor, c.req.valid("json").address, options), 200);
    })
    .openapi(changeMany, async (c) => {
      const { ids, action } = c.req.valid("json");
      const done = await ACTIONS[action](c.var.deps, c.var.actor, ids);
      announce(c);
      return c.json(done, 200);
    })
    .openapi(empty, async (c) => {
      const { context, media } = c.var.deps;
      const deleted = await emptyTrash(context, media, c.var.actor);
      announce(c);
      return c.json({ deleted }, 200);
    })
    .openapi(read, async (c) => c.json(await readMedia(c.var.deps.context, c.var.actor, c.req.valid("param").id), 200))
    .openapi(change, async (c) => {
      const { context } = c.var.deps;
      return c.json(await describeMedia(context, c.var.actor, c.req.valid("param").id, c.req.valid("json")), 200);
    })
    .openapi(remove, async (c) => {
      await trashMedia(c.var.deps.context, c.var.actor, c.req.valid("param").id);
      announce(c);
      return c.body(null, 204);
    })
    .openapi(readThumbnail, (c) => answerThumbnail(c, c.req.valid("param").id));
