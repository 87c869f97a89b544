import { z } from "@hono/zod-openapi";
import type { AdminCategoryPage } from "../../domain/categories/category.ts";
import { parseTree } from "../../domain/content/parse-tree.ts";
import { CHECKED_SLUGS, checkPost, ownSlugs } from "../../domain/posts/check-rules.ts";
import type { CheckedSurroundings } from "../../domain/posts/check-surroundings.ts";
import type { AdminPost } from "../../domain/posts/post-shapes.ts";
import { id } from "../../domain/schema-fields.ts";
import type { AdminTagPage } from "../../domain/tags/tag.ts";
import { stagedOf } from "./post-tools.ts";
import { countNote, defineTool, LISTED } from "./tool.ts";

export const checkTool = defineTool({
  name: "check_post",
  title: "Check a post",
  description:
    "Checks a post, or its staged edit, as the editor does before publishing: alternative texts, headings, links, search results, reading ease. " +
    "Nothing of it prevents publishing.",
  input: z.strictObject({ id: id.meta({ description: "The post’s" }) }),
  operations: ["readAdminPost", "readStagedEdit", "checkPost"],
  isRead: true,
  async run({ id: own }, { call, fence, host }) {
    const post = await call<AdminPost>("readAdminPost", { params: { id: own } });
    const writing = (post.staged_at === null ? null : await stagedOf(call, own))?.writing ?? post;
    const { markdownToHtml } = await import("../../domain/content/markdown.ts");
    const nodes = parseTree(writing.content_format === "markdown" ? markdownToHtml(writing.content) : writing.content);
    const slugs = ownSlugs(nodes, host).slice(0, CHECKED_SLUGS);
    const body = { id: own, title: writing.title, slugs };
    const around = await call<CheckedSurroundings>("checkPost", { body });
    const all = checkPost({ ...writing, nodes, host }, around);
    const findings = all.slice(0, LISTED).map(({ rule, severity, message }) => ({ rule, severity, message: fence(message) }));
    const note = countNote(findings.length, all.length, "findings");
    const lines = all.slice(0, LISTED).map(({ severity, message }) => `${severity}: ${message}`);
    return { text: `${note}\n${fence(lines.join("\n"))}`, data: { note, findings } };
  },
});

export const listTagsAndCategories = defineTool({
  name: "list_tags_and_categories",
  title: "List tags and categories",
  description: "Lists the site’s categories, whose ids posts name, and its tags, which posts name by their names.",
  input: z.strictObject({}),
  operations: ["listAdminCategories", "listAdminTags"],
  isRead: true,
  async run(_, { call }) {
    const query = { limit: LISTED };
    const { items, total } = await call<AdminCategoryPage>("listAdminCategories", { query });
    const found = await call<AdminTagPage>("listAdminTags", { query });
    const categories = items.map(({ id: own, name, slug, published_count }) => ({ id: own, name, slug, published_count }));
    const tags = found.items.map(({ name, slug, published_count }) => ({ name, slug, published_count }));
    const note = `${countNote(categories.length, total, "categories")}, ${countNote(tags.length, found.total, "tags")}`;
    const names = [...categories.map((one) => `${one.id} ${one.name}`), `Tags: ${tags.map(({ name }) => name).join(", ")}`];
    return { text: [note, ...names].join("\n"), data: { note, categories, tags } };
  },
});
