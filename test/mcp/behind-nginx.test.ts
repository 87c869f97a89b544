// slow: app/http/ deploy/ test/several/

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ErrorBody } from "../../app/http/errors.ts";
import { buildToken } from "../app/api-tokens.ts";
import { createTestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { buildPost } from "../builders.ts";
import { makeCertificate } from "../several/make-certificate.ts";
import { startNginx } from "../several/start-nginx.ts";
import { connect } from "./connect.ts";

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const HEADERS = { accept: "application/json, text/event-stream", "content-type": "application/json" };
const MB = 1024 ** 2;

const overHttp = (request: Request) => fetch(request);

/** Noise doesn't compress. */
const photograph = () =>
  sharp({
    create: { width: 1200, height: 1000, channels: 3, background: "#7aa6d8", noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();

let certificate: ReturnType<typeof makeCertificate>;
beforeAll(() => {
  certificate = makeCertificate();
});
afterAll(() => certificate.forget());

describe.each(["nginx.conf", "nginx-https.conf"])("behind %s", (name) => {
  /** The app with the address that nginx gives it, and how to send a request of one's own making. */
  async function start() {
    let listener: ReturnType<typeof getRequestListener> | undefined;
    const server = createServer((request, response) => void listener?.(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
    const { port } = server.address() as AddressInfo;
    const nginx = await startNginx(readFileSync(`deploy/${name}`, "utf8"), [port, port], certificate.folder);
    onTestFinished(nginx.stop);
    const site = name === "nginx-https.conf" ? nginx.secureAddress : nginx.address;
    const app = await createTestApp({ siteUrl: site, trustProxy: 1 });
    onTestFinished(() => app.close());
    listener = getRequestListener((request, env) => app.fetch(request, env as never));
    const { user } = await signedInUser(app, { role: "admin" });
    const { id, token } = await buildToken(app, user.id);
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${site}/mcp`, { method: "POST", body, headers: { ...HEADERS, authorization: `Bearer ${token}`, ...headers } });
    return { app, site, token, tokenId: id, post };
  }

  test("the official client lists tools, calls them and uploads a picture of some megabytes", async () => {
    const { app, site, token } = await start();
    await buildPost(app.context.db, { title: "Why larks sing" });
    const agent = await connect({ fetch: overHttp }, token, site);
    expect(await agent.tools()).toHaveLength(12);
    expect((await agent.use("search_posts", { search: "larks" })).text).toContain("Why larks sing");
    const picture = await photograph();
    expect(picture.length).toBeGreaterThan(2.5 * MB);
    const base64 = picture.toString("base64");
    const uploaded = await agent.use<{ url: string }>("upload_picture", { base64, name: "noise.png", alt: "Noise" });
    expect(uploaded.isError, uploaded.text).toBe(false);
    expect((await fetch(site + uploaded.data.url)).headers.get("content-type")).toMatch(/^image\//);
  });

  test("a bad token, a page of another site and too long a request are refused, also with a large body", async () => {
    const { token, site, post } = await start();
    const refusal = async (body: string, headers: Record<string, string>) => {
      const answer = await post(body, headers);
      return [answer.status, ((await answer.json()) as ErrorBody).code];
    };
    const large = JSON.stringify({ ...JSON.parse(LIST), params: { filler: "A".repeat(6 * MB) } });
    const bad = { authorization: `Bearer sky_${"0".repeat(43)}` };
    for (const body of [LIST, large]) {
      expect(await refusal(body, bad)).toEqual([401, "bad_token"]);
      expect(await refusal(body, { origin: "https://evil.example" })).toEqual([403, "cross_site"]);
      expect((await post(body, { origin: site })).status).toBe(200);
    }
    await expect(connect({ fetch: overHttp }, `${token}0`, site)).rejects.toThrow("bad_token");
    expect((await post("A".repeat(17 * MB))).status).toBe(413);
  });

  test("no answer is kept, and a token that is revoked is refused at once", async () => {
    const { app, tokenId, post } = await start();
    const first = await post(LIST);
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await first.text()).toContain("search_posts");
    await app.context.db
      .updateTable("api_tokens")
      .set({ scopes: ["posts:read"] })
      .where("id", "=", tokenId)
      .execute();
    expect(await (await post(LIST)).text()).not.toContain("create_draft");
    // Without any token there would be nothing at /mcp.
    await buildToken(app, (await signedInUser(app, { role: "admin" })).user.id);
    await app.context.db.deleteFrom("api_tokens").where("id", "=", tokenId).execute();
    expect((await post(LIST)).status).toBe(401);
  });
});
