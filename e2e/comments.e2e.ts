import type { Page } from "@playwright/test";
import { ADMIN, arrive, banner, SESSION_KEY, signIn, someone, test, typeComment } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const STORY = "/story/two-small-gaps-in-a-wheat-field";
const thread = (page: Page) => page.getByRole("main").locator("#comments");
const comment = (page: Page, text: string) => thread(page).getByRole("article").filter({ hasText: text });

/** Signs in as the owner, in a separate browser. */
async function keeper(newBrowser: () => Promise<Page>): Promise<Page> {
  const page = await newBrowser();
  await visit(page, "/admin/login");
  await signIn(page, ADMIN);
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  return page;
}

test("comment, wait, be approved, get a reply, be notified, and turn the mails off", async ({ visitor, newBrowser, ownSite }) => {
  const ada = await arrive(visitor, ownSite, someone("Ada Reader"));
  await visit(visitor, `${STORY}#comments`);
  await expect(thread(visitor).getByRole("heading", { level: 2 })).toHaveText("No comments yet");
  const field = thread(visitor).getByLabel("Your comment");
  await typeComment(field, "Two gaps,\nand a <b>lark</b>: https://larks.example/song");
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByRole("status")).toContainText("will appear once it’s approved");
  await expect(comment(visitor, "Two gaps")).toContainText("Only you can see it");
  await expect(field).toHaveValue("");
  await expectAccessible(visitor, "a thread with a comment of one's own that waits");

  const stranger = await newBrowser();
  await visit(stranger, STORY);
  await expect(thread(stranger)).not.toContainText("Two gaps");

  const admin = await keeper(newBrowser);
  await visit(admin, "/admin/comments?status=pending&search=Two+gaps");
  await admin.getByRole("button", { name: "Approve the comment by Ada Reader" }).click();
  await expect(admin.getByText("Comment updated")).toBeVisible();

  await expect(async () => {
    await visit(stranger, STORY);
    await expect(comment(stranger, "Two gaps")).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(thread(stranger).getByRole("heading", { level: 2 })).toHaveText("1 comment");
  const link = comment(stranger, "Two gaps").getByRole("link", { name: "https://larks.example/song" });
  await expect(link).toHaveAttribute("rel", "nofollow ugc noopener");
  await expect(comment(stranger, "Two gaps")).toContainText("<b>lark</b>");

  await visit(admin, STORY);
  await comment(admin, "Two gaps").getByRole("button", { name: "Reply" }).click();
  await typeComment(thread(admin).getByLabel("Your reply to Ada Reader"), "I heard it, too.");
  await thread(admin).getByRole("button", { name: "Reply", exact: true }).click();
  // An admin's own comment needs no approval.
  await expect(thread(admin).getByRole("status")).toContainText("Your comment is published.");
  // The reply is an article inside the article of the comment it answers.
  await expect(comment(admin, "I heard it, too.").last()).not.toContainText("Only you can see it");
  await expect(async () => {
    await visit(stranger, STORY);
    await expect(comment(stranger, "I heard it, too.").last()).toBeVisible({ timeout: 5000 });
  }).toPass();

  expect(await ownSite.linkIn(ada.email, "replied to your comment")).toContain(`${STORY}#comments`);
  await visit(visitor, "/account");
  const choice = visitor.getByLabel("Email me when someone replies to my comment");
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(visitor.getByText("Email settings saved")).toBeVisible();
  await visitor.reload();
  await expect(choice).not.toBeChecked();
});

test("an anonymous reader is led to the sign-in page and back to the thread", async ({ visitor, newBrowser, ownSite }) => {
  const ada = await arrive(await newBrowser(), ownSite);
  await visit(visitor, STORY);
  await expect(thread(visitor).getByRole("link", { name: "Sign Up" })).toHaveAttribute("href", /^\/register\?next=/);
  await thread(visitor).getByRole("link", { name: "Login" }).click();
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL(`${STORY}#comments`);
  await expect(banner(visitor).getByRole("link", { name: ada.name })).toBeVisible();
  await expect(thread(visitor).getByLabel("Your comment")).toBeInViewport();
});

test("a text survives a refusal and a closed tab; own comments can be changed and deleted, others reported", async ({
  visitor,
  ownSite,
}) => {
  visitor.forgive("400");
  await arrive(visitor, ownSite, someone("Grace Wolfeschlegelsteinhausenbergerdorff"));
  await visit(visitor, "/story/soup-on-thursdays");
  const field = thread(visitor).getByLabel("Your comment");
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByRole("alert")).toHaveText("A comment can’t be empty");
  await expect(field).toBeFocused();
  await field.fill("x".repeat(5001));
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByRole("alert")).toHaveText("A comment can have at most 5,000 characters");
  await field.fill("Which day is soup day?");
  await visitor.reload();
  await expect(field).toHaveValue("Which day is soup day?");
  await typeComment(field, " Thursday?");
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByText("Thank you.")).toBeVisible();
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByRole("alert")).toHaveText("A comment can’t be empty");
  await expect(thread(visitor).getByText("Thank you.")).toHaveCount(0);
  const own = comment(visitor, "Which day");
  const size = visitor.viewportSize();
  await visitor.setViewportSize({ width: 320, height: 720 });
  const edge = () => own.locator("strong").evaluate((name) => name.getBoundingClientRect().right);
  await expect.poll(edge, "right edge of a long name").toBeLessThanOrEqual(320);
  if (size) await visitor.setViewportSize(size);
  await own.getByRole("button", { name: "Edit" }).click();
  await own.getByRole("button", { name: "Cancel" }).click();
  await expect(own.getByRole("button", { name: "Edit" })).toBeFocused();
  await own.getByRole("button", { name: "Edit" }).click();
  await thread(visitor).getByLabel("Your comment").first().fill("Which day was it again?");
  await thread(visitor).getByRole("button", { name: "Save" }).click();
  await expect(thread(visitor).getByRole("button", { name: "Edit" })).toBeFocused();
  const changed = comment(visitor, "was it again");
  await expect(changed).toContainText("edited");
  await changed.getByRole("button", { name: "Delete" }).click();
  await changed.getByRole("button", { name: "Delete" }).click();
  await expect(changed).toHaveCount(0);
  await expect(thread(visitor).getByRole("heading", { level: 2 })).toBeFocused();

  const other = comment(visitor, "Pancakes on a Sunday");
  await other.getByRole("button", { name: "Report" }).click();
  await other.getByLabel("What is wrong with it?").fill("Cheating");
  await other.getByRole("button", { name: "Report", exact: true }).click();
  await expect(other).toContainText("Reported");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 320]) {
      await visitor.setViewportSize({ width, height: 720 });
      await visitor.emulateMedia({ colorScheme });
      await expectAccessible(visitor, `a thread, ${width} px wide, ${colorScheme}`);
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    }
  }
});

test("a text survives the end of the session, and the way back to it is one sign-in", async ({ visitor, ownSite }) => {
  visitor.forgive("401");
  const ada = await arrive(visitor, ownSite);
  await visit(visitor, "/story/soup-on-thursdays");
  const field = thread(visitor).getByLabel("Your comment");
  await field.fill("Is there soup on Fridays?");
  const session = await visitor.evaluate((key) => localStorage.getItem(key) ?? "{}", SESSION_KEY);
  const { access_token } = JSON.parse(session) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await visitor.request.post("/auth/v1/logout?scope=global", { headers })).status()).toBe(204);
  await thread(visitor).getByRole("button", { name: "Post comment" }).click();
  await expect(thread(visitor).getByRole("alert")).toContainText("You’ve been signed out. Your text is still here.");
  await thread(visitor).getByRole("alert").getByRole("link", { name: "Login" }).click();
  await signIn(visitor, ada);
  await expect(visitor).toHaveURL("/story/soup-on-thursdays#comments");
  await expect(field).toHaveValue("Is there soup on Fridays?");
});

test("a long thread is read to its end, and links lead to its later comments", async ({ visitor, ownSite }) => {
  visitor.forgive("ERR_FAILED");
  const address = "/story/predictable-surprises";
  await ownSite.query(
    `insert into comments (post_id, content, status, created_at)
     select p.id, 'Surprise number ' || n || '.', 'approved', now() - interval '1 day' + n * interval '1 second'
     from posts p, generate_series(1, 250) n where p.slug = 'predictable-surprises'`,
  );
  const idOf = async (number: number) =>
    (await ownSite.query<{ id: string }>("select id from comments where content = $1", [`Surprise number ${number}.`]))[0]?.id;
  const button = thread(visitor).getByRole("button", { name: "Show more comments" });
  const comments = thread(visitor).getByRole("article").filter({ hasText: "Surprise number" });

  await visit(visitor, address);
  const shown = await comments.count();
  // One route for both failures: Chromium may miss the first request after its interception was switched off and on again.
  let failing: string | null = "2";
  await visitor.route("**/comments?page=*", (route) =>
    new URL(route.request().url()).searchParams.get("page") === failing ? route.abort() : route.continue(),
  );
  await button.click();
  await expect(thread(visitor).getByRole("alert")).toHaveText("The comments could not be loaded.");
  failing = null;
  await button.evaluate((element: HTMLElement) => {
    for (const _ of [1, 2]) element.click();
  });
  await expect(comments).toHaveCount(shown + 100);
  await expect(thread(visitor).getByRole("alert")).toHaveCount(0);
  await expect(button).toBeFocused();
  failing = "3";
  await visitor.keyboard.press("Enter");
  await expect(thread(visitor).getByRole("alert")).toBeVisible();
  await expect(comments, "what was shown before the failure").toHaveCount(shown + 100);
  await expect(button).toBeFocused();
  failing = null;
  await visitor.keyboard.press("Enter");
  await expect(comments.last()).toContainText("Surprise number 250.");
  await expect(button).toHaveCount(0);
  await expect(comments.nth(shown + 100)).toBeFocused();

  await visit(visitor, `${address}#comment-${await idOf(240)}`);
  await expect(comments.filter({ hasText: "Surprise number 240." })).toBeInViewport();
  await visit(visitor, "/about");
  await visit(visitor, `${address}#comment-00000000-0000-4000-8000-000000000000`);
  await expect(thread(visitor).getByRole("heading", { level: 2 })).toBeInViewport();
});

test("a thread can be read without scripts", async ({ newBrowser }) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  await page.goto("/story/soup-on-thursdays");
  await expect(comment(page, "You have not had my pancakes.")).toBeVisible();
  await expect(thread(page).getByRole("link", { name: "Login" })).toBeVisible();
});
