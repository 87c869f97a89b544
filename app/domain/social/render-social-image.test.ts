import { describe, expect, it } from "vitest";
import { socialFonts } from "./fonts.ts";
import { placeDrawing, renderSocialImage } from "./render-social-image.ts";
import { type SocialCard, socialVersion } from "./social-rules.ts";

const CARD: SocialCard = {
  title: "The Bicycle of Theseus",
  siteName: "Skylark",
  category: { name: "Philosophy", slug: "philosophy", color: "#9b69b1" },
  author: "Ines Marlow",
  minutes: 4,
  picture: null,
};
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="art" viewBox="0 0 640 360"><path fill="var(--art-sky, #010203)" d="M0 0H320V360H0z"/><path fill="var(--art-9,#0000ff)" d="M320 0H640V360H320z"/></symbol><use href="#art"/></svg>';

describe("the version of a social image", () => {
  it("changes with everything the image shows, and with nothing else", () => {
    const version = socialVersion(CARD);
    expect(version).toMatch(/^[0-9a-z]{6,14}$/);
    expect(socialVersion(structuredClone(CARD))).toBe(version);
    const others: Partial<SocialCard>[] = [
      { title: "The Bicycle of Thesea" },
      { siteName: "Lark" },
      { category: null },
      { category: { name: "Philosophy", slug: "philosophy", color: "#9b69b2" } },
      { author: null },
      { minutes: 5 },
      { picture: "/media/0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c/640.jpg" },
    ];
    expect(new Set(others.map((other) => socialVersion({ ...CARD, ...other })).concat(version)).size).toBe(others.length + 1);
  });
});

describe("placing a drawing", () => {
  const frame = { x: 640, y: 0, width: 560, height: 630 };

  it("lights it by colors, else by its fallbacks, and cuts around the focus", () => {
    const svg = placeDrawing(DRAWING, { "--art-sky": "#ffffff" }, { ...frame, focus: 0.5 });
    expect(svg).toContain('fill="#ffffff"');
    expect(svg).toContain('fill="#0000ff"');
    expect(svg).toContain('viewBox="160 0 320 360"');
    expect(placeDrawing(DRAWING, {}, { ...frame, focus: 1 })).toContain('viewBox="320 0 320 360"');
    expect(placeDrawing(DRAWING, {}, { ...frame, focus: 0 })).toContain('viewBox="0 0 320 360"');
  });

  it("wants a symbol", () => {
    expect(() => placeDrawing("<svg/>", {}, { ...frame, focus: 0.5 })).toThrow("without a symbol");
  });
});

describe("what the fonts draw", () => {
  it("is kept, and the rest goes", async () => {
    const { drawable } = await socialFonts();
    expect(drawable("Čeština, Tiếng Việt, œuvre ½ – “x” & <b>")).toBe("Čeština, Tiếng Việt, œuvre ½ – “x” & <b>");
    expect(drawable("Привет, Ελλάδα")).toBe("Привет, Ελλάδα");
    expect(drawable("A 🎉 B\u0000\u202e 日本\n1\ufe0f\u20e3 ★")).toBe("A B 1");
    expect(drawable("cafe\u0301")).toBe("café");
  });
});

describe("a social image", () => {
  it.each([
    CARD,
    { ...CARD, title: "W".repeat(254), author: "Maximiliana ".repeat(16), siteName: "Very ".repeat(30) },
    { ...CARD, title: "日本語", category: null, author: null, minutes: null },
    { ...CARD, title: "🎉", siteName: "🎉", category: null },
  ])("is a PNG of 1200 × 630, whatever it tells: $title", async (card) => {
    const png = await renderSocialImage(card, { drawing: DRAWING, colors: { "--art-sky": "#ff0000" }, focus: 0.25 });
    const { default: sharp } = await import("sharp");
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 1200, height: 630, channels: 3 });
    const pixel = (x: number, y: number) => [...data.subarray((y * 1200 + x) * 3, (y * 1200 + x) * 3 + 3)];
    expect(pixel(10, 620)).toEqual([0xfd, 0xfa, 0xf4]);
    for (const y of [5, 300, 625])
      expect([pixel(642, y), pixel(1198, y)]).toEqual([
        [255, 0, 0],
        [255, 0, 0],
      ]);
  });
});
