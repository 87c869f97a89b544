import { createHash, randomBytes } from "node:crypto";
import { chmod, lchown, lstat, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Place } from "./choose-place.ts";
import { explainSystemError } from "./start-error.ts";

/** The server's settings, the lines of pg_hba.conf, and how a client finds it. */
export type Transport = {
  settings: Record<string, string>;
  admission: string;
  connection: { host: string; port: number; password?: string };
};

const port = 5432;
// The address of a Unix socket holds 108 bytes on Linux and 104 elsewhere, the last of them a zero.
const longestAddress = process.platform === "linux" ? 107 : 103;

/** The folder has mode 700; PostgreSQL also asks the system for the user of each client. */
export async function socketTransport(place: Place): Promise<Transport> {
  const folder = await socketFolder(place);
  const list = `"${folder.replaceAll('"', '""')}"`.replaceAll("'", "''").replaceAll("\\", "\\\\");
  return {
    settings: {
      listen_addresses: "''",
      unix_socket_directories: `'${list}'`,
      unix_socket_permissions: "0700",
      port: String(port),
    },
    admission: "local all all peer map=embedded",
    connection: { host: folder, port },
  };
}

/** Systems without Unix sockets need this. @param inUse the port of a server of ours that still runs */
export async function loopbackTransport(place: Place, inUse: number | null): Promise<Transport> {
  const chosen = inUse ?? (await freePort());
  return {
    settings: { listen_addresses: "'127.0.0.1'", unix_socket_directories: "''", port: String(chosen) },
    admission: "host all all 127.0.0.1/32 scram-sha-256",
    connection: { host: "127.0.0.1", port: chosen, password: await loopbackPassword(place) },
  };
}

/** Made at first use, readable by its owner only. */
export async function loopbackPassword(place: Place): Promise<string> {
  const path = join(place.home, "password");
  try {
    await writeFile(path, randomBytes(24).toString("base64url"), { flag: "wx", mode: 0o600 });
    // The program that makes the database files reads it too.
    if (place.account) await lchown(path, place.account.uid, place.account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw explainSystemError(error, path);
  }
  return readFile(path, "utf8");
}

async function socketFolder(place: Place): Promise<string> {
  const beside = join(place.home, "socket");
  if (fits(beside)) {
    await privateFolder(beside, place);
    return beside;
  }
  const name = `skylark-${createHash("sha256").update(place.cluster).digest("hex").slice(0, 16)}`;
  const runtime = process.getuid?.() === 0 ? "/run" : process.env.XDG_RUNTIME_DIR;
  const bases = [runtime, "/tmp", tmpdir()].filter((base): base is string => base !== undefined && fits(join(base, name)));
  let problem: unknown;
  for (const folder of [...bases.map((base) => join(base, name)), join("/tmp", `${name}-${randomBytes(4).toString("hex")}`)]) {
    try {
      await privateFolder(folder, place);
      return folder;
    } catch (error) {
      problem = error;
    }
  }
  throw explainSystemError(problem, bases.join(", "));
}

/** One that another user has created is refused. */
async function privateFolder(path: string, { account }: Place): Promise<void> {
  const owner = account?.uid ?? process.getuid?.();
  const made = await mkdir(path, { mode: 0o700 }).then(
    () => true,
    (error) => (error.code === "EEXIST" ? false : Promise.reject(explainSystemError(error, path))),
  );
  if (made && account) await lchown(path, account.uid, account.gid);
  const found = await lstat(path);
  const trusted = found.isDirectory() && (found.uid === owner || found.uid === process.getuid?.());
  if (!trusted) throw Object.assign(new Error("belongs to someone else"), { code: "EACCES" });
  if (account && found.uid !== account.uid) await lchown(path, account.uid, account.gid);
  if ((found.mode & 0o777) !== 0o700) await chmod(path, 0o700);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestAddress;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
