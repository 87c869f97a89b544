import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { checkPort } from "./check-port.ts";
import { type OpenPort, openPort } from "./open-port.ts";

const fast = (fetch: (request: Request) => Response | Promise<Response>) => ({ fetch, fastPath: () => false });

/** The connection stays open. */
const ask = (port: OpenPort, agent: Agent, path = "/") =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ port: port.port, path, agent }, (response) => response.resume().once("end", () => resolve(response))).once(
      "error",
      reject,
    );
  });

/** What listens on a port, and which host it was given. */
const listening = async (host: string) => {
  const server = createServer().listen(0, host);
  await new Promise((resolve) => server.once("listening", resolve));
  return { port: (server.address() as { port: number }).port, close: () => new Promise((resolve) => server.close(resolve)) };
};

test("a port is found taken or free without listening on it", async () => {
  const { port, close } = await listening("127.0.0.1");
  for (const host of ["127.0.0.1", "0.0.0.0", "localhost"]) {
    await expect(checkPort(host, port)).rejects.toMatchObject({ code: "EADDRINUSE", port });
  }
  await close();
  await checkPort("127.0.0.1", port);
  // It leaves nothing behind that would keep the site from listening.
  const opened = await openPort("127.0.0.1", port);
  await opened.close();
  await expect(checkPort("192.0.2.1", port)).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});

test("a request of any method without a body is read as an empty one, and its connection is kept", async () => {
  const port = await openPort(
    "127.0.0.1",
    0,
    fast(async (request) => Response.json([request.method, await request.text()])),
  );
  const socket = connect(port.port, "127.0.0.1").setEncoding("utf8");
  for (const method of ["POST", "GET", "PUT", "DELETE"]) {
    socket.write(`${method} / HTTP/1.1\r\nHost: blog.example\r\nContent-Type: application/json\r\n\r\n`);
    let answer = "";
    while (!answer.includes("]")) answer += await new Promise<string>((resolve) => socket.once("data", resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`["${method}",""]`);
  }
  socket.destroy();
  await port.close();
});

test("a stop cuts no request of busy connections: each gets an answer that ends it", async () => {
  const port = await openPort(
    "127.0.0.1",
    0,
    fast(async () => {
      await pause(5);
      return new Response("fine");
    }),
  );
  const lasts: (string | undefined)[] = [];
  const readers = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const response = await ask(port, agent);
      if (response.headers.connection === "keep-alive") continue;
      lasts.push(response.headers.connection);
      return agent.destroy();
    }
  });
  await pause(200);
  await port.close();
  await Promise.all(readers);
  expect(lasts).toEqual(Array(8).fill("close"));
  await expect(ask(port, new Agent())).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a stop waits for a request in progress and not for its connection", async () => {
  const release = Promise.withResolvers<void>();
  const port = await openPort(
    "127.0.0.1",
    0,
    fast(async (request) => {
      if (request.url.endsWith("/slow")) await release.promise;
      return new Response("done");
    }),
  );
  const agent = new Agent({ keepAlive: true });
  const idle = new Agent({ keepAlive: true });
  await ask(port, idle);
  const slow = ask(port, agent, "/slow");
  await pause(100);
  let isClosed = false;
  const closed = port.close().then(() => {
    isClosed = true;
  });
  await pause(700);
  expect(isClosed).toBe(false);
  const released = performance.now();
  release.resolve();
  expect((await slow).headers.connection).toBe("close");
  await closed;
  // Without the header, the connection would be kept until the ten seconds are over.
  expect(performance.now() - released).toBeLessThan(5000);
});

/** A thread of its own opens 60 connections that each send a POST, while this one is busy. */
const CLIENT = `
const { request } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
let open = 0;
const answers = [];
const take = (answer) => answers.push(answer) === 60 && parentPort.postMessage(answers);
parentPort.once("message", () => {
  for (let n = 0; n < 60; n++) {
    const sent = request({ port: workerData, method: "POST", agent: false }, (response) => response.resume().once("end", () => take(response.statusCode)));
    sent.once("error", (error) => take(error.code));
    sent.end("like");
  }
});`;

test("requests whose connections wait to be accepted are answered before the port is closed", async () => {
  const port = await openPort(
    "127.0.0.1",
    0,
    fast(async (request) => new Response(await request.text(), { status: 201 })),
  );
  const client = new Worker(CLIENT, { eval: true, workerData: port.port });
  await new Promise((resolve) => client.once("online", resolve));
  const answers = new Promise((resolve) => client.once("message", resolve));
  client.postMessage("go");
  // The kernel takes the connections meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  await port.close();
  expect(await answers).toEqual(Array(60).fill(201));
  await client.terminate();
});
