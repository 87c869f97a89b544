import { z } from "@hono/zod-openapi";
import { EXAMPLE_INPUT, postFileInput, postFileList, postFiles, savedPostFile } from "../../../domain/post-files/post-file.ts";
import { FILES_AT_ONCE } from "../../../domain/post-files/post-file-rules.ts";
import { listPostFiles, readPostFiles } from "../../../domain/post-files/read-post-files.ts";
import { savePostFile } from "../../../domain/post-files/save-post-file.ts";
import { postPolicy } from "../../../domain/posts/post.policy.ts";
import { EXAMPLE, id } from "../../../domain/schema-fields.ts";
import { ok, resource, routesOf } from "../operation.ts";

const createRoute = routesOf("Post files", "post");

const list = createRoute("get", "/admin/post-files", postPolicy.readAny, {
  id: "listPostFiles",
  scope: "posts:read",
  summary: "List the versions of all posts",
  description:
    "Every post within your reach with the version that it has now, in one answer: what has changed since the last time; and whether you may publish.",
  answer: ok(postFileList, "The posts, by id"),
});

const IDS_RULE = `must be 1 to ${FILES_AT_ONCE} UUIDs, separated by commas`;

const read = createRoute("get", "/admin/post-files/texts", postPolicy.readAny, {
  id: "readPostFiles",
  scope: "posts:read",
  summary: "Read posts as files",
  description:
    "The posts as an export writes them: Markdown or HTML after front matter, whose `version` a save must name. The answer may have fewer " +
    "posts than you asked for if they are long; ask again for the others.",
  query: z.strictObject({
    ids: z
      .string()
      .transform((typed) => typed.split(","))
      .pipe(z.array(id, IDS_RULE).max(FILES_AT_ONCE, IDS_RULE))
      .openapi({ type: "string", description: "Their ids, separated by commas", example: EXAMPLE.id }),
  }),
  answer: ok(postFiles, "The files, by id"),
});

const save = createRoute("put", "/admin/post-files/{id}", postPolicy.update, {
  id: "updatePostFile",
  scope: "posts:write",
  summary: "Create or update a post from a file",
  description:
    "`text` is Markdown (or HTML, with `format: html`) after front matter in YAML. Front matter that is left out doesn’t change a post; what " +
    "names no field of a post is ignored. `version` is the version of the post that you read: 409 (`stale_version`) if it has another now, " +
    "unless it says what the file says. With 0, a new post gets the `id` in the path, which you choose; without `status` it is a draft, as is " +
    "everything that is sent by somebody who may not publish. What they change of a published post is staged next to it (`staged`), " +
    "and takes the place of the staged edit of version `edit_version`: 409 (`stale_edit`) if there is another one.",
  body: postFileInput,
  example: EXAMPLE_INPUT,
  answer: ok(savedPostFile, "The file as the site has it now"),
  refuses: [409],
});

export const adminPostFiles = () =>
  resource()
    .openapi(list, async (c) => c.json(await listPostFiles(c.var.deps.context, c.var.actor), 200))
    .openapi(read, async (c) => c.json(await readPostFiles(c.var.deps.context, c.var.actor, c.req.valid("query").ids), 200))
    .openapi(save, async (c) => {
      const { context, settings } = c.var.deps;
      const site = settings.site();
      const options = { ownHost: new URL(site.url).host, site };
      return c.json(await savePostFile(context, c.var.actor, c.req.valid("param").id, c.req.valid("json"), options), 200);
    });
