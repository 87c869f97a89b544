// slow: app/browser/ app/pages/account/ app/ui/

import { test } from "./account-visitor.ts";
import { expect, expectAccessible, visit } from "./visitor.ts";

const SCREENS = [
  "/login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token_hash=1",
  "/confirm",
  "/confirm?token_hash=1&type=email_change",
  "/admin/login",
];

for (const address of SCREENS) {
  for (const width of [1280, 320]) {
    test(`axe finds nothing on ${address}, ${width} px wide, light and dark`, async ({ visitor }) => {
      await visitor.setViewportSize({ width, height: 720 });
      await visitor.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await visit(visitor, address);
      await visitor.evaluate(() => document.fonts.ready);
      for (const colorScheme of ["light", "dark"] as const) {
        await visitor.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expect(visitor.locator("html")).toHaveAttribute("data-theme", colorScheme);
        await expectAccessible(visitor, colorScheme);
      }
      const hidden = await visitor.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(hidden, "px that one would have to scroll sideways for").toBe(0);
    });
  }
}
