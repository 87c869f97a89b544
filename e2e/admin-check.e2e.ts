import { test } from "./account-visitor.ts";
import { expectFine, newTitle, openPanel, paper, signInAsAdmin, source } from "./admin-writer.ts";
import { expect } from "./visitor.ts";

const HTML = [
  "<h2>Dawn</h2>",
  "<h4>Too deep</h4>",
  '<p>See <a href="/story/no-such-post">the old post</a>, or click <a href="https://a.example/">here</a>.</p>',
  '<p><img src="/media/00000000-0000-4000-8000-000000000000/1.png" alt=""></p>',
].join("\n");

test("the check has findings, and each leads to its place", async ({ visitor }) => {
  test.slow();
  // The picture without a description doesn't exist either.
  visitor.forgive("404");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor
    .getByLabel("Title", { exact: true })
    .fill(`${newTitle("A title that goes on and on")} until no search engine shows its end`);
  await visitor.getByRole("button", { name: "HTML", exact: true }).click();
  await source(visitor).fill(HTML);
  await visitor.getByRole("button", { name: "Rich text" }).click();
  await expect(paper(visitor)).toContainText("Too deep");

  const panel = visitor.getByRole("region", { name: "Before publishing" });
  await openPanel(visitor, "Check");
  const finding = (words: string | RegExp) => panel.getByRole("button", { name: words });
  await panel.getByRole("button", { name: "Check the post" }).click();
  await expect(panel.getByRole("status")).toHaveText("2 required before publishing, 3 to fix, 2 to improve.");

  await finding(/There is no post at/).click();
  await expect(paper(visitor)).toBeFocused();
  await expect.poll(() => visitor.evaluate(() => getSelection()?.toString())).toBe("the old post");
  await finding(/doesn’t say where/).click();
  await expect.poll(() => visitor.evaluate(() => getSelection()?.toString())).toBe("here");
  await finding(/Too deep/).click();
  await expect(visitor.getByRole("navigation", { name: "Contents" }).getByRole("button", { name: "Too deep" })).toHaveAttribute(
    "aria-current",
    "location",
  );
  await finding(/^Improve The title has/).click();
  await expect(visitor.getByLabel("Title", { exact: true })).toBeFocused();
  await finding(/^Required Description must be at least 10 characters/).click();
  await expect(visitor.getByLabel("Description")).toBeFocused();
  await visitor.keyboard.insertText("What the first hour of a day is for, and how to keep it for yourself.");
  await expect(finding(/Description must be/)).toHaveCount(0);
  await finding(/Image 1 has no alternative text/).click();
  await expect(visitor.getByLabel("Alternative text")).toBeFocused();
  await visitor.keyboard.type("A lark on a post");
  await expect(finding(/Image 1/)).toHaveCount(0);

  await visitor.getByRole("button", { name: "HTML", exact: true }).click();
  await finding(/There is no post at/).click();
  const selected = () =>
    source(visitor).evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
  await expect.poll(selected).toBe("/story/no-such-post");
});

test("a picture of another site is reported, isn't fetched from the server's own network, and is a link for readers", async ({
  visitor,
}) => {
  // The refused fetch.
  visitor.forgive("400");
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor.getByRole("button", { name: "Markdown", exact: true }).click();
  await source(visitor).fill("![A lark](http://127.0.0.1:9/lark.jpg)");
  const panel = visitor.getByRole("region", { name: "Before publishing" });
  await openPanel(visitor, "Check");
  await panel.getByRole("button", { name: "Check the post" }).click();
  await expect(panel.getByRole("button", { name: /Image 1 is on 127\.0\.0\.1:9/ })).toBeVisible();
  await panel.getByRole("button", { name: "Fetch the image into the library" }).click();
  await expect(panel.getByRole("alert")).toHaveText("http://127.0.0.1:9/lark.jpg 127.0.0.1 leads into a private network");
  await expectFine(visitor, "a picture that can't be fetched");
  await visitor.getByRole("tab", { name: "Preview" }).click();
  const article = visitor.frameLocator("iframe").getByRole("article");
  await expect(article.getByRole("link", { name: "Image: A lark" })).toHaveAttribute("href", "http://127.0.0.1:9/lark.jpg");
});

test("the check runs by itself when the author comes near the publish buttons, and notices another post's title", async ({
  visitor,
}) => {
  await signInAsAdmin(visitor, "/admin/posts/create");
  await visitor.getByLabel("Title", { exact: true }).fill("mood tracking guide: one honest line a day");
  const panel = visitor.getByRole("region", { name: "Before publishing" });
  await openPanel(visitor, "Check");
  await expect(panel.getByRole("button", { name: "Check the post" })).toBeVisible();
  await visitor.getByRole("button", { name: "Publish", exact: true }).focus();
  await expect(panel.getByRole("button", { name: /Another post has this title: \/story\/mood-tracking-guide/ })).toBeVisible();
  await expectFine(visitor, "findings");
});
