import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitArrival, openPort } from "../../app/boot/open-port.ts";
import { createTestApp, type TestApp } from "../app/create-test-app.ts";
import { signedInUser } from "../app/signed-in.ts";
import { jpeg } from "./pictures.ts";

let app: TestApp;
let token: string;
let port: Awaited<ReturnType<typeof openPort>>;
beforeAll(async () => {
  app = await createTestApp();
  token = (await signedInUser(app, { role: "admin" })).token;
  port = await openPort("127.0.0.1", 0);
  port.serve({ fetch: (request, env) => app.fetch(request, env), fastPath: () => false });
});
afterAll(async () => {
  await port.close();
  await app.close();
});

/** Writes HTTP to a socket: `pieces` are sent one after the other, as long as the connection lasts. @returns the whole response */
function speak(at: number, head: string[], pieces: () => Generator<Uint8Array>): Promise<{ answer: string; sent: number }> {
  return new Promise((resolve) => {
    const socket = connect(at, "127.0.0.1");
    let answer = "";
    let sent = 0;
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve({ answer, sent }));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    const all = pieces();
    const next = () => {
      const { done, value } = all.next();
      if (done || answer !== "" || socket.destroyed) return;
      sent += value.length;
      if (socket.write(value)) setImmediate(next);
      else socket.once("drain", next);
    };
    next();
  });
}

const head = (...more: string[]) => [
  "POST /api/admin/media?name=x.jpg HTTP/1.1",
  "Host: blog.test",
  `Authorization: Bearer ${token}`,
  "Connection: close",
  ...more,
];
const MEGABYTE = new Uint8Array(1024 * 1024);

test("an upload over the network, in chunks", async () => {
  const body = await jpeg(80, 60);
  const { answer } = await speak(port.port, head("Transfer-Encoding: chunked"), function* () {
    yield Buffer.from(`${body.length.toString(16)}\r\n`);
    yield body;
    yield Buffer.from("\r\n0\r\n\r\n");
  });
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
});

test("a file whose sender went away, with all of it sent, isn't stored", async () => {
  const body = await jpeg(1600, 1200);
  const lines = head(`Content-Length: ${body.length}`).map((line) => line.replace("x.jpg", "gone.jpg"));
  const socket = connect(port.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await new Promise<void>((sent) => socket.write(body, () => sent()));
  socket.destroy();
  // Pictures are processed one after the other.
  const later = await jpeg(80, 60);
  const { answer } = await speak(port.port, head(`Content-Length: ${later.length}`), function* () {
    yield later;
  });
  expect(answer).toMatch(/^HTTP\/1.1 201 /);
  const rows = await app.context.db.selectFrom("media").select("name").execute();
  expect(rows.map(({ name }) => name)).not.toContain("gone.jpg");
  expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
});

test("a sender who goes away in the middle is no server error", async () => {
  const body = await jpeg(1600, 1200);
  const before = app.logged.length;
  const socket = connect(port.port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`${head(`Content-Length: ${body.length}`).join("\r\n")}\r\n\r\n`);
  await new Promise<void>((sent) => socket.write(body.subarray(0, body.length / 2), () => sent()));
  await expect.poll(() => readdir(join(app.folder, "media", ".unfinished"))).toHaveLength(1);
  socket.destroy();
  const heard = () => app.logged.slice(before).find(({ msg, path }) => msg === "request" && path === "/api/admin/media");
  await expect.poll(heard).toMatchObject({ status: 400 });
  expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
});

test("a body whose declared length is too large is refused before it is sent", async () => {
  const { answer, sent } = await speak(port.port, head("Content-Length: 900000000"), function* () {
    for (let n = 0; n < 800; n += 1) yield MEGABYTE;
  });
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain("must have at most 5 MB");
  expect(sent).toBeLessThan(100 * MEGABYTE.length);
});

test("a body that becomes too large in chunks is refused at once, and not read any further", async () => {
  const { answer, sent } = await speak(port.port, head("Transfer-Encoding: chunked"), function* () {
    for (let n = 0; n < 800; n += 1) {
      yield Buffer.from("100000\r\n");
      yield MEGABYTE;
      yield Buffer.from("\r\n");
    }
  });
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(sent).toBeLessThan(100 * MEGABYTE.length);
});

test("a body that doesn't arrive in time ends with 408; an upload may continue as long as it makes progress", async () => {
  const server = createServer((request, response) => {
    limitArrival(request, response, 100, 600);
    request.resume().on("end", () => response.end("whole"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: at } = server.address() as AddressInfo;
  /** Sends three bytes, each after a pause. */
  const slowly = (path: string, pause = 400) =>
    new Promise<string>((resolve) => {
      const socket = connect(at, "127.0.0.1");
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
      });
      socket.on("close", () => resolve(answer));
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\na`);
      for (const n of [1, 2]) setTimeout(() => socket.destroyed || socket.write("b"), n * pause);
    });
  expect(await slowly("/api/likes")).toMatch(/^HTTP\/1.1 408 /);
  for (const path of ["media", "media/files", "imports", "appearance/files"])
    expect(await slowly(`/api/admin/${path}?name=x`), path).toMatch(/whole$/);
  expect(await slowly("/api/admin/imports?name=x", 1500)).toMatch(/^HTTP\/1.1 408 /);
  await new Promise((resolve) => server.close(resolve));
});
