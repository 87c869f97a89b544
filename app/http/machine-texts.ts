import { readStoryMarkdown } from "../domain/feeds/story-markdown.ts";
import { readLlms } from "../domain/feeds/write-text-files.ts";
import { postPolicy } from "../domain/posts/post.policy.ts";
import { routes } from "../routes.ts";
import { answerDocument } from "./conditional.ts";
import { routesFor } from "./middleware/require.ts";

const MARKDOWN = "text/markdown; charset=utf-8";
/** As long as a feed's. */
const CACHE_CONTROL = "public, max-age=300";
const MISSING = "There is no such file.";

/** Articles as Markdown and the list of them, for whoever reads by program; both are there when the owner offers them. */
export const machineTextRoutes = routesFor(postPolicy.read)
  .get("/story/:file{[a-z0-9-]{1,254}\\.md}", async (c) => {
    const { context, settings } = c.var.deps;
    const slug = c.req.param("file").slice(0, -".md".length);
    const story = settings.get().offerMarkdown ? await readStoryMarkdown(context, slug, settings.site()) : null;
    if (!story) return c.text(MISSING, 404);
    return answerDocument(c, { text: story.text, type: MARKDOWN, cacheControl: CACHE_CONTROL, modified: story.updated });
  })
  .get(routes.llms(), async (c) => {
    const { context, settings } = c.var.deps;
    if (!settings.get().offerMarkdown) return c.text(MISSING, 404);
    return answerDocument(c, { text: await readLlms(context, settings.site()), type: MARKDOWN, cacheControl: CACHE_CONTROL });
  });
