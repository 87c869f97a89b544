import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkWords } from "../../bin/check/words.mjs";
import { put, tree } from "./tree.ts";

const SPECIFICATION = "The list shows 'Post created!' and 'Failed to load {what}, whatever it is'. A card Top Pages.\n";

const SCREEN = "app/pages/admin/posts/page.tsx";

/** What is said about a source, without its texts. */
async function said(source: string, path = SCREEN): Promise<string[]> {
  const root = tree({ "docs/SPECIFICATION.md": SPECIFICATION, [path]: source });
  const { violations } = await checkWords(root);
  return violations.map(({ what }: { what: string }) => what.slice(what.indexOf("”: ") + 3));
}

/** The same of one text in a paragraph. */
const saidOf = (text: string) => said(`export const A = () => <p>{${JSON.stringify(text)}}</p>;`);

test("a text is named with its file, its line and what to write instead", async () => {
  const root = tree({
    "docs/SPECIFICATION.md": SPECIFICATION,
    [SCREEN]:
      'export const A = () => (\n  <div>\n    <p>Whoever signs up gets an email.</p>\n  </div>\n);\nconst B = "The colour of links";\n',
  });
  expect(await checkWords(root)).toEqual({
    files: 1,
    violations: [
      {
        path: SCREEN,
        line: 3,
        what: "“Whoever signs up gets an email.”: not “Whoever”: write “anyone who”, “everything that”, or leave it out",
      },
      {
        path: SCREEN,
        line: 6,
        what: "“The colour of links”: “colour” isn't American English: correct it, or add a name to bin/check/names.txt",
      },
    ],
  });
});

describe("is refused:", () => {
  test.each([
    ["a misspelled word", "The adress is wrong.", "“adress” isn't American English"],
    ["one before an element", "Your adress is {email}", "“adress” isn't American English"],
    ["British spelling", "You can organise your favourites.", "“organise” isn't American English"],
    ["a variant of it that dictionaries allow", "The import was cancelled.", "“cancelled”"],
    ["a word of the house's list", "Write it anew.", "write “again”"],
    ["a phrase of it", "Tags don't come along.", "write “is imported”"],
    ["a mail for an email", "You get a mail with a link.", "write “email”"],
    ["mails", "All mails of this site", "write “email”"],
    ["e-mail", "Enter your e-mail address", "write “email”"],
    ["log in", "Please log in to continue.", "write “sign in”"],
    ["web site", "Your web site is ready.", "write “site”"],
    ["can not", "This can not be undone.", "write “can't” or “cannot”"],
    ["somebody", "Somebody else has saved this.", "“someone”"],
    ["please within a sentence", "Nothing is lost; please try again.", "a sentence of its own"],
    ["an ellipsis on a label", "Saving…", "write three dots"],
    ["dots within a text", "Wait ... and see", "“…” where something is left out"],
    ["a curly apostrophe", "Readers can’t see it.", "a straight apostrophe"],
    ["straight quotation marks", 'The tag "larks" is new.', "quotation marks “like these”"],
    ["single quotation marks", "Use 'Forgot password' instead.", "quotation marks “like these”"],
    ["an exclamation mark", "Your post is live!", "write a period"],
    ["two spaces", "Two  spaces are wrong.", "two spaces: write one"],
    ["a last sentence without a period", "The file is too large. Choose another one", "a period at the end"],
    ["capitals in a label", "Save Schedule", "“Schedule” within a label: write “schedule”"],
  ])("%s", async (_, text, what) => {
    expect((await saidOf(text)).join("\n")).toContain(what);
  });

  test.each([
    ["a period on a button", "<button>Delete the post.</button>", "no period: this is a label"],
    ["a period on a label", "<label>Your name.</label>", "no period: this is a label"],
    ["a gerund as a title", '<Panel title="Counting visits" />', "a noun or a verb as a title"],
    ["a gerund as a heading", "<h2>Counting visits</h2>", "a noun or a verb as a title"],
  ])("%s", async (_, jsx, what) => {
    expect((await said(`export const A = () => ${jsx};`)).join("\n")).toContain(what);
  });

  test("a text in parts, as one text", async () => {
    expect(await said('const a = "Whoever has the link can read it. No account " + "is needed";')).toEqual([
      expect.stringContaining("not “Whoever”"),
      expect.stringContaining("a period at the end"),
    ]);
  });
});

describe("is allowed:", () => {
  test.each([
    ["a text of the specification", "Post created!"],
    ["one with a value in it", "Failed to load {…}, whatever it is"],
    ["a title of the specification", "Top Pages"],
    ["a busy label", "Saving..."],
    ["something left out", "Add “v=spf1 include:… -all” to the record."],
    ["please, in a sentence of its own", "The server could not be reached. Please try again."],
    ["the mail server", "The mail server can't be reached."],
    ["quantities", "You won't get any more emails."],
    ["code", "Set `DATA_DIR` or run npm run restore --verify, see /etc/nginx.conf."],
    ["names", "Skylark reads exports of Substack and Tumblr."],
    ["values", "{…} of {…} posts"],
  ])("%s", async (_, text) => {
    expect(await saidOf(text)).toEqual([]);
  });

  test("a busy label as a title, and a title that isn't a gerund", async () => {
    expect(
      await said('export const A = () => <><Panel title="Loading posts..." /><Panel title="Something went wrong" /></>;'),
    ).toEqual([]);
  });

  test("a sentence that goes on in a link", async () => {
    expect(await said("export const A = () => <p>Nothing is sent. Set up <a>email</a> first.</p>;")).toEqual([]);
  });

  test("what nobody reads: classes, keys, addresses, comments and messages for the log", async () => {
    const source =
      '// Whoever reads this.\nexport const A = () => <p className="colour whatever anew">Hello there</p>;\nlog.info("whoever comes along");\nthrow new Error("whoever it was");';
    expect(await said(source)).toEqual([]);
  });

  test("a list for machines, and the messages of Supabase Auth", async () => {
    const text = 'export const a = "Whoever has the colour grey";';
    expect(await said(text, "app/domain/content/sanitize.ts")).toEqual([]);
    expect(await said(text, "app/http/auth-v1/verify.ts")).toEqual([]);
  });
});

describe("a screen with a texts.ts has its texts there", () => {
  const IN_TEXTS = "write it in app/pages/admin/posts/texts.ts, with the other texts of the screen";
  const screen = async (source: string, path = SCREEN) => {
    const texts = 'export const LIST = { title: "Your posts" } as const;';
    const root = tree({ "docs/SPECIFICATION.md": SPECIFICATION, "app/pages/admin/posts/texts.ts": texts, [path]: source });
    const { violations } = await checkWords(root);
    return violations.map(({ what }: { what: string }) => what);
  };

  test.each([
    ["in JSX", "export const A = () => <p>Your posts</p>;"],
    ["in an attribute", 'export const A = () => <Panel title="Your posts" />;'],
    ["in a value", 'const a = { label: "Newest first" };'],
    ["around an element", "export const A = () => <p>Written by <b>{name}</b></p>;"],
    ["as a word next to an element", "export const A = () => <p><Icon />edited</p>;"],
    ["with a value in it", `const a = \`Delete \${name} permanently\`;`],
  ])("%s", async (_, source) => {
    expect(await screen(source)).toEqual([expect.stringContaining(IN_TEXTS)]);
  });

  test("where a single word is held against the rules, too", async () => {
    const texts = 'export const form = "formm";\nexport const more = "+ mails";';
    const root = tree({ "docs/SPECIFICATION.md": SPECIFICATION, "app/pages/public/story/texts.ts": texts });
    const { violations } = await checkWords(root);
    expect(violations.map(({ line, what }: { line: number; what: string }) => `${line} ${what}`)).toEqual([
      expect.stringContaining("1 “formm”: “formm” isn't American English"),
      expect.stringContaining("2 “+ mails”: not “mails”"),
    ]);
  });

  test("also those of its folders", async () => {
    const found = await screen('const a = "Your posts";', "app/pages/admin/posts/rows/row.ts");
    expect(found).toEqual([expect.stringContaining(IN_TEXTS)]);
  });

  test.each([
    ["one of the specification", 'const a = "Post created!";'],
    [
      "a sentence of `texts.ts` with its elements",
      "export const A = () => <TextWith text={LIST.by} parts={{ name: <b>{name}</b> }} />;",
    ],
    ["the name of a variable", "export const A = () => <TextWith text={LIST.set} parts={{ name: <code>DATA_DIR</code> }} />;"],
    ["a key", 'if (event.key === "Escape") close();'],
    ["what a value is compared with", 'const open = kind !== "Pen";'],
    ["a type of schema.org", 'const data = { "@type": "BlogPosting" };'],
    ["a value with its unit", `const width = \`\${x}px\`;`],
  ])("but %s", async (_, source) => {
    expect(await screen(source)).toEqual([]);
  });

  test("and other screens are left alone", async () => {
    expect(await screen('const a = "Your posts";', "app/pages/admin/postscript/page.ts")).toEqual([]);
  });
});

test("a file is read again when it has changed, and only then", async () => {
  const root = tree({ "docs/SPECIFICATION.md": SPECIFICATION, [SCREEN]: 'const a = "Write it anew.";' });
  expect((await checkWords(root)).violations).toHaveLength(1);
  const cache = join(root, ".cache", "words.json");
  put(root, ".cache/words.json", readFileSync(cache, "utf8").replaceAll("anew", "once more"));
  expect((await checkWords(root)).violations[0].what).toContain("once more");
  put(root, SCREEN, 'const a = "Write it again.";');
  expect((await checkWords(root)).violations).toEqual([]);
});
