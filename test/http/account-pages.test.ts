import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const get = (path: string) => site.actors.anonymous.get(path);

async function withSettings(settings: object, work: () => Promise<void>): Promise<void> {
  const store = async (value: object) => {
    await site.context.db
      .updateTable("settings")
      .set({ value: JSON.stringify(value) })
      .execute();
    await site.app.contentChanged();
  };
  await store(settings);
  await work();
  await store({});
}

describe("screens around an account", () => {
  it.each([
    ["/login", "Sign In"],
    ["/register", "Confirm Password"],
    ["/forgot-password", "Send the link"],
    ["/reset-password?token_hash=abc", "Opening the link..."],
    ["/confirm?token_hash=abc&amp;type=signup", "Opening the link..."],
    ["/account", "Checking authentication..."],
    ["/admin/login", "Sign In"],
    ["/admin/dashboard", "Checking authentication..."],
    ["/admin/posts/edit/1", "Checking authentication..."],
  ])("%s is the same for everybody, and stays out of search engines", async (path, text) => {
    const { status, text: html } = await get(path);
    expect(status).toBe(200);
    expect(html).toContain(text);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    // The back office has its own frame, which only admins see.
    const hasHeader = /<a [^>]*href="\/login"[^>]*>Login<\/a>/.test(html);
    expect(hasHeader).toBe(!path.startsWith("/admin/") || path === "/admin/login");
    expect(html).not.toMatch(/\sstyle=|<style|\son\w+=/);
  });

  it("are one page each, whatever the query is", async () => {
    const one = await get("/reset-password?token_hash=secret");
    expect(one.text).not.toContain("secret");
    expect(one.text).toBe((await get("/reset-password")).text);
  });

  it("lead from /admin to the dashboard", async () => {
    const { status, headers } = await get("/admin");
    expect([status, headers.get("location")]).toEqual([301, "/admin/dashboard"]);
  });

  it("exist only at their own paths: others are 404", async () => {
    for (const path of ["/login/more", "/accounts", "/administrator", "/confirm/1"])
      expect((await get(path)).status, path).toBe(404);
  });

  it("send no form before the script runs", async () => {
    for (const path of ["/login", "/register", "/admin/login"]) {
      const { text } = await get(path);
      expect(text).toMatch(/<form [^>]*method="post"/);
      expect(text).toMatch(/<button type="submit"[^>]* disabled=""/);
    }
  });

  it("say so when registration is closed", async () => {
    await withSettings({ allowRegistration: false }, async () => {
      const { text } = await get("/register");
      expect(text).toContain("Registration is closed");
      expect(text).not.toContain("Confirm Password");
    });
  });

  it("stay open during maintenance", async () => {
    await withSettings({ maintenanceMode: true }, async () => {
      expect((await get("/about")).status).toBe(503);
      for (const path of ["/login", "/account", "/admin/login", "/admin/dashboard"])
        expect((await get(path)).status, path).toBe(200);
    });
  });
});
