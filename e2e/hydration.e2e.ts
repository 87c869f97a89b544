import { expect, hydrated, test } from "./visitor.ts";

const PAGES = [
  "/",
  "/story/mood-tracking-guide",
  "/view-all",
  "/view-all?category=tech&search=backup",
  "/view-all?search=zeppelin",
  "/about",
  "/privacy",
  "/terms",
  "/no-such-page",
  "/story/no-such-article",
];

// A text that differs is an error of React's, which fails any test; another id or another element may pass unheard.
for (const address of PAGES) {
  test(`React takes over the HTML of ${address}, element by element`, async ({ visitor, request }) => {
    visitor.forgive("404");
    // Fresher figures than those of the page would make it differ.
    await visitor.route(/\/api\/(likes|views)/, () => {});
    const sent = await (await request.get(address)).text();
    await visitor.goto(address);
    await hydrated(visitor);
    const [served, live] = await visitor.evaluate((html) => {
      const outline = ({ body }: Document) =>
        // Where scripts run, the content of noscript is mere text.
        [...body.querySelectorAll("*:not(noscript, noscript *)")].map((element) => {
          const names = ["id", "class", "href", "for", "aria-labelledby", "aria-describedby", "aria-controls"];
          const text = element.childElementCount === 0 ? element.textContent : "";
          return [element.localName, ...names.map((name) => element.getAttribute(name) ?? ""), text].join("|");
        });
      return [outline(new DOMParser().parseFromString(html, "text/html")), outline(document)] as const;
    }, sent);
    expect(served.length).toBeGreaterThan(50);
    expect(live).toEqual(served);
  });
}
