import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedFetch } from "../../app/platform/guarded-fetch.ts";
import { isPublicAddress } from "../../app/platform/ip-address.ts";

let server: Server;
let origin: string;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const to = new URLSearchParams(request.url?.split("?")[1]).get("to");
    if (to) return void response.writeHead(302, { location: to }).end();
    if (request.url === "/loop") return void response.writeHead(301, { location: "/loop" }).end();
    if (request.url === "/never") return void response.write("x");
    if (request.url === "/large") return void response.end(Buffer.alloc(5000));
    if (request.url === "/endless") {
      response.write(Buffer.alloc(3000));
      return void setTimeout(() => response.end(Buffer.alloc(3000)), 20);
    }
    return void response.end("here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const allowed = { maxBytes: 4000, allows: (address: string) => address === "127.0.0.1" };
async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe("refuses everything except the public internet, and sends no request", () => {
  test.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://10.1.2.3/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "https://127.0.0.1/",
  ])("%s", async (address) => {
    await expect(guardedFetch(address, { maxBytes: 10 })).rejects.toThrow("leads into a private network");
  });

  test("also by a redirect, and a second time by name", async () => {
    const { port } = server.address() as AddressInfo;
    await expect(guardedFetch(`${origin}/?to=http://127.0.0.2:${port}/`, allowed)).rejects.toThrow(
      "127.0.0.2 leads into a private network",
    );
    await expect(
      guardedFetch(`${origin}/?to=http://localhost:${port}/`, { ...allowed, allows: (one) => one === "127.0.0.1" && asked < 0 }),
    ).rejects.toThrow("private network");
  });

  test.each([
    ["file:///etc/passwd", "is file: and not http or https"],
    ["ftp://a.example/", "is ftp: and not http or https"],
    ["http://me:secret@a.example/", "holds a name or password"],
    ["no address", "is no address"],
  ])("%s", async (address, reason) => {
    await expect(guardedFetch(address, { maxBytes: 10 })).rejects.toThrow(reason);
  });
});

test("fetches what is allowed, by address and by name, also after redirects", async () => {
  expect(await read(await guardedFetch(`${origin}/`, allowed))).toBe("here");
  expect(await read(await guardedFetch(`${origin}/?to=/other`, allowed))).toBe("here");
  const allows = (address: string) => address === "127.0.0.1" || address === "::1";
  expect(await read(await guardedFetch(`${origin.replace("127.0.0.1", "localhost")}/`, { ...allowed, allows }))).toBe("here");
});

test("gives up on what is too long, too slow or redirects in circles", async () => {
  await expect(guardedFetch(`${origin}/large`, allowed)).rejects.toThrow("has more than");
  await expect(guardedFetch(`${origin}/endless`, allowed).then(read)).rejects.toThrow("has more than");
  await expect(guardedFetch(`${origin}/loop`, allowed)).rejects.toThrow("redirects more than 5 times");
  await expect(guardedFetch(`${origin}/never`, { ...allowed, totalMs: 300 }).then(read)).rejects.toThrow();
});

test("knows public addresses", () => {
  for (const address of ["1.1.1.1", "93.184.215.14", "2606:4700::1111"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
  for (const address of ["224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "ff02::1", "2001:db8::1", "::", "nonsense"])
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
