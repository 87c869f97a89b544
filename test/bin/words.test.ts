import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkWords } from "../../bin/check/words.mjs";
import { put, tree } from "./tree.ts";

const SCREEN = "app/pages/admin/posts/page.tsx";

/** What is said about a source, without its texts. */
async function said(source: string, path = SCREEN): Promise<string[]> {
  const root = tree({ [path]: source });
  const { violations } = await checkWords(root);
  return violations.map(({ what }: { what: string }) => what.slice(what.indexOf("”: ") + 3));
}

/** The same of one text in a paragraph. */
const saidOf = (text: string) => said(`export const A = () => <p>{${JSON.stringify(text)}}</p>;`);

test("a text is named with its file, its line and what to write instead", async () => {
  const root = tree({
    [SCREEN]:
      'export const A = () => (\n  <div>\n    <p>Log in to get an email.</p>\n  </div>\n);\nconst B = "The colour of links";\n',
  });
  expect(await checkWords(root)).toEqual({
    files: 1,
    violations: [
      {
        path: SCREEN,
        line: 3,
        what: "“Log in to get an email.”: not “Log in”: write “sign in”, “sign out”",
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
    ["a mail for an email", "You get a mail with a link.", "write “email”"],
    ["mails", "All mails of this site", "write “email”"],
    ["e-mail", "Enter your e-mail address", "write “email”"],
    ["a picture", "Choose a picture.", "write “image”"],
    ["log in", "Please log in to continue.", "write “sign in”"],
    ["web site", "Your web site is ready.", "write “site”"],
    ["a word that the glossary leaves out", "A block is a verdict.", "write “rule”"],
  ])("%s", async (_, text, what) => {
    expect((await saidOf(text)).join("\n")).toContain(what);
  });

  test("a text in parts, as one text", async () => {
    expect(await said('const a = "Confirm your " + "e-mail address";')).toEqual(["not “e-mail”: write “email”"]);
  });

  test("a text in a sentence with elements and values", async () => {
    const source = "export const A = () => <p>Set <b>{name}</b> to log in as {role}.</p>;";
    expect(await said(source)).toEqual(["not “log in”: write “sign in”, “sign out”"]);
  });
});

describe("a straight apostrophe or quotation mark is refused:", () => {
  const CURLY = ["write curly apostrophes and quotes: ’ “ ”"];

  test.each([
    ["in a word", "This can't be undone."],
    ["after a plural", "Count admins' visits"],
    ["after a value", "{…}'s posts"],
    ["around a word", 'Press "Publish" to go on.'],
    ["around a value", 'There is no category "{…}".'],
  ])("%s", async (_, text) => {
    expect(await saidOf(text)).toEqual(CURLY);
  });

  test("in JSX, attributes, templates and messages", async () => {
    const message = 'throw invalid("A comment can\'t be empty");';
    const source = `export const A = () => <p title="It isn't">Don't go</p>;\nexport const b = (name) => \`\${name}'s posts\`;\n${message}`;
    expect(await said(source)).toEqual([...CURLY, ...CURLY, ...CURLY, ...CURLY]);
  });

  test("but not where the specification has one, nor on a terminal", async () => {
    expect(await saidOf("The article you're looking for doesn't exist or has been moved.")).toEqual([]);
    expect(await said('const a = "The file isn\'t there.";', "app/boot/restore-command.ts")).toEqual([]);
    expect(await said('const a = "The file isn\'t there.";', "app/domain/backups/backup.ts")).toEqual(CURLY);
  });
});

describe("is allowed:", () => {
  test.each([
    ["the mail server", "The mail server can’t be reached."],
    ["curly apostrophes and quotes", "Readers’ comments aren’t in “Soup”."],
    ["quotes of code", "Run `npm run user -- create --name 'Ada'` once."],
    ["elements", '<a href="{…}" rel="nofollow">{…}</a>'],
    ["code", "Set `DATA_DIR` or run npm run restore --verify, see /etc/nginx.conf."],
    ["names", "Skylark reads exports of Substack and Tumblr."],
    ["values", "{…} of {…} posts"],
  ])("%s", async (_, text) => {
    expect(await saidOf(text)).toEqual([]);
  });

  test("what nobody reads: classes, keys, addresses, comments and messages for the log", async () => {
    const source =
      '// A colour.\nexport const A = () => <p className="colour grey">Hello there</p>;\nlog.info("The colour is grey");\nthrow new Error("The colour was grey");';
    expect(await said(source)).toEqual([]);
  });

  test("a list for machines, and the messages of Supabase Auth", async () => {
    const text = 'export const a = "The colour grey";';
    expect(await said(text, "app/domain/content/sanitize.ts")).toEqual([]);
    expect(await said(text, "app/http/auth-v1/verify.ts")).toEqual([]);
  });
});

test("in a texts.ts, single words are texts, too", async () => {
  const texts = 'export const form = "formm";\nexport const more = "+ mails";';
  const root = tree({ "app/pages/public/story/texts.ts": texts });
  const { violations } = await checkWords(root);
  expect(violations.map(({ line, what }: { line: number; what: string }) => `${line} ${what}`)).toEqual([
    expect.stringContaining("1 “formm”: “formm” isn't American English"),
    expect.stringContaining("2 “+ mails”: not “mails”"),
  ]);
});

test("a file is read again when it has changed, and only then", async () => {
  const root = tree({ [SCREEN]: 'const a = "Please log in.";' });
  expect((await checkWords(root)).violations).toHaveLength(1);
  const cache = join(root, ".cache", "words.json");
  put(root, ".cache/words.json", readFileSync(cache, "utf8").replaceAll("log in", "sign on"));
  expect((await checkWords(root)).violations[0].what).toContain("sign on");
  put(root, SCREEN, 'const a = "Please sign in.";');
  expect((await checkWords(root)).violations).toEqual([]);
});
