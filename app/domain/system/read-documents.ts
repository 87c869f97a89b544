import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { adminRoutes } from "../../admin-routes.ts";
import { renderContent } from "../content/render-content.ts";
import { notFound } from "../errors.ts";
import { DOCUMENT_NAME, type Document, type DocumentEntry } from "./system.ts";

type Source = DocumentEntry & { text: string };

const TITLE = /^# +(.+)$/m;
/** Such as `decisions/0001-foundations.md#why`. */
const LINK = /\]\((?:\.\.?\/)*(?:docs\/)?(?:decisions\/)?([A-Za-z0-9][\w-]*)\.md(#[\w-]*)?\)/g;

async function sourcesIn(dir: string, group: DocumentEntry["group"]): Promise<Source[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = names.filter((file) => file.endsWith(".md") && DOCUMENT_NAME.test(file.slice(0, -".md".length))).sort();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(dir, file), "utf8");
      const name = file.slice(0, -".md".length);
      return { name, title: TITLE.exec(text)?.[1]?.trim() ?? name, group, text };
    }),
  );
}

const sourcesOf = async (projectDir: string) => [
  ...(await sourcesIn(join(projectDir, "docs"), "documentation")),
  ...(await sourcesIn(join(projectDir, "docs", "decisions"), "decisions")),
];

/** The documentation, then the decisions in their order. */
export async function listDocuments(projectDir: string): Promise<DocumentEntry[]> {
  return (await sourcesOf(projectDir)).map(({ name, title, group }) => ({ name, title, group }));
}

/** Rendered like an article. Links between documents lead to the screen that shows them. @throws DomainError (not found) */
export async function readDocument(projectDir: string, name: string): Promise<Document> {
  const source = (await sourcesOf(projectDir)).find((one) => one.name === name);
  if (!source) throw notFound("Document");
  const content = source.text
    .replace(TITLE, "")
    .replace(LINK, (_, other: string, hash = "") => `](${adminRoutes.technicalDocs(other)}${hash})`);
  const { html, headings } = await renderContent({ content, format: "markdown" });
  return { name, title: source.title, group: source.group, html, headings };
}
