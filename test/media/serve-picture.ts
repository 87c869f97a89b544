import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { jpeg } from "./pictures.ts";

/** Another site on this machine: every URL of it is a picture of 80 × 60. */
export async function servePicture(): Promise<{ origin: string; close(): Promise<void> }> {
  const picture = await jpeg(80, 60);
  const server = createServer((_, response) => response.end(picture));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Lets an app fetch from it. */
export const thisMachine = (address: string): boolean => address === "127.0.0.1";
