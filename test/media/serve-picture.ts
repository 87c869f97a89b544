import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { jpeg } from "./pictures.ts";

/** Another site on this machine: every URL of it is a picture of 80 × 60. */
export const servePicture = async () => serveFile(await jpeg(80, 60));

/** Another site on this machine: every URL of it is one file. */
export async function serveFile(file: Buffer): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((_, response) => response.end(file));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Lets an app fetch from it. */
export const thisMachine = (address: string): boolean => address === "127.0.0.1";
