import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { SignatureV4 } from "@smithy/signature-v4";
import S3rver from "s3rver";

export const S3_KEY = { accessKeyId: "AKLARK", secretAccessKey: "wake/early+sing=" };
const S3_REGION = "eu-lark-1";
const BUCKET = "pictures";

/** SHA-256 in the form that Amazon's own signer takes. */
class Sha256 {
  private readonly made: Hash | Hmac;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === "string" ? secret : secret && Buffer.from(secret as Uint8Array);
    this.made = key === undefined ? createHash("sha256") : createHmac("sha256", key);
  }
  update(data: string | Uint8Array) {
    this.made.update(data);
  }
  async digest() {
    return new Uint8Array(this.made.digest());
  }
  reset() {}
}

const signer = new SignatureV4({
  credentials: S3_KEY,
  region: S3_REGION,
  service: "s3",
  sha256: Sha256 as never,
  uriEscapePath: false,
  applyChecksum: false,
});

/** What is wrong with a request's signature, as an S3 error code; null when Amazon's signer gets the same. */
async function wrong(asked: IncomingMessage, body: Buffer): Promise<string | null> {
  const { authorization = "", "x-amz-date": at = "", "x-amz-content-sha256": digest } = asked.headers;
  const [, accessKeyId, names] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/[^,]+, ?SignedHeaders=([^,]+), ?Signature=[0-9a-f]{64}$/.exec(authorization) ?? [];
  if (!accessKeyId || !names) return "AccessDenied";
  if (accessKeyId !== S3_KEY.accessKeyId) return "InvalidAccessKeyId";
  if (digest !== createHash("sha256").update(body).digest("hex")) return "XAmzContentSHA256Mismatch";
  const date = new Date(String(at).replace(/^(....)(..)(..T..)(..)(..)Z$/, "$1-$2-$3:$4:$5Z"));
  if (Math.abs(Date.now() - date.getTime()) > 15 * 60_000) return "RequestTimeTooSkewed";
  const url = new URL(asked.url ?? "/", `http://${asked.headers.host}`);
  const headers = Object.fromEntries(names.split(";").map((name) => [name, String(asked.headers[name])]));
  const query = Object.fromEntries(url.searchParams);
  const request = {
    method: asked.method ?? "GET",
    protocol: "http:",
    hostname: url.hostname,
    path: url.pathname,
    query,
    headers,
  };
  const signed = await signer.sign(request, { signingDate: date, signableHeaders: new Set(names.split(";")) });
  const mine = (signed.headers.authorization ?? "").replace(/, /g, ",");
  return mine === authorization.replace(/, /g, ",") ? null : "SignatureDoesNotMatch";
}

export type S3Server = Awaited<ReturnType<typeof startS3>>;

/** A hook of the server before it responds; it may return the status of the response. */
type Trouble = (method: string, path: string) => Promise<number | undefined> | number | undefined;

/**
 * A real S3-compatible server (s3rver) with an empty bucket, behind a gate that admits only requests whose signatures Amazon's own
 * signer confirms.
 * @param port a fixed one, for a server that comes back
 */
export async function startS3({ port = 0, folder }: { port?: number; folder?: string } = {}) {
  const directory = folder ?? (await mkdtemp(join(tmpdir(), "skylark-s3-")));
  const rooms = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const inside = await rooms.run();
  let trouble: Trouble = () => undefined;
  const refused: string[] = [];
  const gate = createServer(async (asked, answer) => {
    const body = await buffer(asked);
    const fault = await wrong(asked, body);
    if (fault) refused.push(fault);
    const status = fault ? 403 : await trouble(asked.method ?? "", asked.url ?? "");
    if (status) {
      answer.writeHead(status, { "content-type": "application/xml" });
      return void answer.end(`<Error><Code>${fault ?? "SlowDown"}</Code><Message>No.</Message></Error>`);
    }
    const { authorization: _, host: __, ...headers } = asked.headers;
    const on = sendRequest({ host: inside.address, port: inside.port, method: asked.method, path: asked.url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    answer.on("close", () => on.destroy());
    on.on("error", () => answer.destroy());
    on.end(body);
  });
  gate.listen(port, "127.0.0.1");
  await once(gate, "listening");
  const own = (gate.address() as AddressInfo).port;
  const at = (bucket: string, key = S3_KEY) =>
    `http://${key.accessKeyId}:${encodeURIComponent(key.secretAccessKey)}@127.0.0.1:${own}/${bucket}?region=${S3_REGION}`;
  const close = async () => {
    gate.closeAllConnections();
    await new Promise((resolve) => gate.close(resolve));
    await rooms.close();
  };
  return {
    url: at(BUCKET),
    at,
    port: own,
    folder: directory,
    refused,
    /** Every object's key. */
    async keys(): Promise<string[]> {
      const files = await readdir(join(directory, BUCKET), { recursive: true });
      return files.flatMap((file) => /^(.*)\._S3rver_object$/.exec(file)?.[1] ?? []).sort();
    },
    make(next: Trouble): void {
      trouble = next;
    },
    /** Stops it; its files stay. */
    close,
    stop: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
