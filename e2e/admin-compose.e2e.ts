import type { Page } from "@playwright/test";
import { test } from "./account-visitor.ts";
import { fillIn, newTitle, paper, signInAsAdmin, source, writeAs } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const HILL = '<figure><img src="/hill.png" alt="A hill"></figure>';
/** Blocks that can be selected as a whole. */
const BLOCKS: Record<string, string> = {
  picture: HILL,
  gallery: `<figure class="gallery">${HILL}${HILL}</figure>`,
  table: "<table><tbody><tr><td>A cell</td></tr></tbody></table>",
  codeBlock: "<pre><code>let hill;</code></pre>",
  horizontalRule: "<hr>",
};
/** What a keyboard of a phone and one for Japanese compose, step by step. */
const WORDS = [
  ["h", "he", "hel", "hell", "hello"],
  ["に", "にほ", "日本"],
];

/** Composes a word as an input method does, and ends it. */
async function compose(page: Page, steps: string[]): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  for (const text of steps) {
    await keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await expect(paper(page)).toContainText(text);
  }
  await keyboard.send("Input.insertText", { text: steps.at(-1) ?? "" });
  await keyboard.detach();
}

/** Selects the first block of a type, and waits until the browser's keyboard knows of it. */
async function selectBlock(page: Page, type: string): Promise<void> {
  await paper(page).focus();
  await paper(page).evaluate(async (element, wanted) => {
    type Found = { type: { name: string } };
    type Doc = { forEach(look: (node: Found, at: number) => void): void };
    const { editor } = element as unknown as {
      editor: { state: { doc: Doc }; commands: { setNodeSelection(at: number): boolean } };
    };
    editor.state.doc.forEach((node, at) => {
      if (node.type.name === wanted) editor.commands.setNodeSelection(at);
    });
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, type);
  await expect(paper(page).locator(".ProseMirror-selectednode")).toHaveCount(1);
}

test("a word composed over a selected block comes after it, once", async ({ visitor }) => {
  test.slow();
  visitor.forgive("404");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await fillIn(visitor, newTitle("Composed"));
  for (const [type, html] of Object.entries(BLOCKS)) {
    for (const steps of WORDS) {
      await writeAs(visitor, "HTML");
      await source(visitor).fill(`<p>Before.</p>\n${html}\n<p>After.</p>`);
      await writeAs(visitor, "Rich text");
      await expect(paper(visitor)).toContainText("After.");
      await selectBlock(visitor, type);
      await compose(visitor, steps);
      await expect(paper(visitor).locator(":scope > p"), `over ${type}`).toHaveText(["Before.", steps.at(-1) ?? "", "After."]);
      await expect(paper(visitor).locator(":scope > :not(p)"), `${type} itself`).toHaveCount(1);
      const written = paper(visitor).getByText(steps.at(-1) ?? "", { exact: true });
      await visitor.keyboard.press("Control+z");
      await expect(written).toHaveCount(0);
      await visitor.keyboard.press("Control+Shift+z");
      await expect(written).toHaveCount(1);
    }
  }
});

test("an apostrophe within a composed word is typographic, unless the author switches it off", async ({ visitor }) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await paper(visitor).click();
  await visitor.keyboard.type("I ");
  await compose(visitor, ["d", "don", "don'", "don't"]);
  await expect(paper(visitor)).toHaveText("I don’t");
  await visitor.keyboard.type(" know ");
  await visitor.keyboard.press("Control+b");
  await compose(visitor, ["they'", "they'd'v", "they'd've"]);
  await expect(paper(visitor).locator("strong")).toHaveText("they’d’ve");
  await visitor.keyboard.press("Control+z");
  await expect(paper(visitor)).toHaveText("I don’t know they'd've");
  await visitor.keyboard.press("Control+a");
  await visitor.keyboard.press("Delete");
  await visitor.getByRole("button", { name: "Smart punctuation" }).click();
  await paper(visitor).click();
  await compose(visitor, ["won'", "won't"]);
  await expect(paper(visitor)).toContainText("won't");
});
