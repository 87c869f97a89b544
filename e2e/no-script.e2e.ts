import { expect, test } from "./visitor.ts";

test.use({ javaScriptEnabled: false });

test("an article can be read and left", async ({ visitor }) => {
  await visitor.goto("/");
  await visitor.getByRole("link", { name: "Read: Mood Tracking Guide" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Mood Tracking Guide: One Honest Line a Day");
  await expect(visitor.getByText("That was four winters ago.")).toBeVisible();
  await visitor.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Tonight" }).click();
  await expect(visitor.getByRole("heading", { name: "Tonight" })).toBeInViewport();
  await visitor.getByRole("navigation", { name: "More articles" }).getByRole("link", { name: "Next" }).click();
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("The Year Is Full of Predictable Surprises");
});

test("features that need scripts are not offered", async ({ visitor }) => {
  await visitor.goto("/story/mood-tracking-guide");
  await expect(visitor.getByRole("main").getByText("89 likes")).toBeVisible();
  for (const name of [/Like this article/, "Copy Link", "Dark", /on Twitter$/])
    await expect(visitor.getByRole("button", { name })).toHaveCount(0);
  await visitor.goto("/view-all");
  await expect(visitor.getByRole("button", { name: "List view" })).toHaveCount(0);
});

test("the listing is searched, filtered and paged by its form and links", async ({ visitor }) => {
  await visitor.goto("/view-all");
  const main = visitor.getByRole("main");
  await expect(main.getByText("Showing 12 articles", { exact: true })).toBeVisible();
  await main.getByRole("link", { name: "Next" }).click();
  await expect(visitor).toHaveURL("/view-all?page=2");
  await expect(main.getByRole("heading", { name: "Two Small Gaps in a Field of Wheat" })).toBeVisible();

  await main.getByRole("combobox", { name: "Category" }).selectOption("Tech");
  await main.getByRole("searchbox", { name: "Search articles" }).fill("projector");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(visitor).toHaveURL(/\/view-all\?(?=.*category=tech)(?=.*search=projector)(?!.*page)/);
  await expect(main.getByText("Showing 1 article in Tech", { exact: true })).toBeVisible();
  await expect(main.locator("mark")).toHaveText(["projector"]);
  await expect(main.getByRole("searchbox", { name: "Search articles" })).toHaveValue("projector");

  await main.getByRole("searchbox", { name: "Search articles" }).fill("zeppelin");
  await main.getByRole("searchbox", { name: "Search articles" }).press("Enter");
  await expect(main.getByRole("heading", { name: "No articles found" })).toBeVisible();
});

test("the header's search leads to the listing", async ({ visitor }) => {
  await visitor.goto("/about");
  const search = visitor.getByRole("banner").getByRole("searchbox", { name: "Search articles" });
  await search.fill("mood");
  await search.press("Enter");
  await expect(visitor).toHaveURL("/view-all?search=mood");
  await expect(visitor.getByText("Showing 2 articles", { exact: true })).toBeVisible();
});

test("the menu of small screens opens", async ({ visitor }) => {
  await visitor.setViewportSize({ width: 360, height: 740 });
  await visitor.goto("/");
  const menu = visitor.getByRole("navigation", { name: "Menu" });
  await expect(menu).toBeHidden();
  await visitor.getByRole("banner").locator("summary").click();
  await menu.getByRole("link", { name: "About" }).click();
  await expect(visitor).toHaveURL("/about");
});

test("a missing page says so", async ({ visitor }) => {
  visitor.forgive("404");
  await visitor.goto("/story/no-such-article");
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Article Not Found");
  await visitor.getByRole("link", { name: "Back to Home" }).click();
  await expect(visitor).toHaveURL("/");
});

test("light and dark follow the system", async ({ visitor }) => {
  const lightness = () =>
    visitor.locator("html").evaluate((html) => {
      const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
      canvas.fillStyle = getComputedStyle(html).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + green + blue) / (3 * 255);
    });
  await visitor.emulateMedia({ colorScheme: "light" });
  await visitor.goto("/");
  await expect.poll(lightness).toBeGreaterThan(0.9);
  await visitor.emulateMedia({ colorScheme: "dark" });
  await expect.poll(lightness).toBeLessThan(0.3);
});
