import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { TEST_ORIGIN } from "../app/actors.ts";

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** As much of RFC 8949 as a passkey needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const coordinate = (text: string | undefined) => Buffer.from(text ?? "", "base64url");

/** What a device may get wrong. */
export type Faults = {
  origin?: string;
  rpId?: string;
  counter?: number;
  verifies?: boolean;
  userHandle?: string;
  type?: string;
  crossOrigin?: boolean;
};

export type Options = { challenge: string; user?: { id: string } };

/** A device with one passkey (ES256), as WebAuthn says, whatever it is asked for. */
export function createDevice({ credentialId = randomBytes(32) }: { credentialId?: Buffer } = {}) {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = keys.publicKey.export({ format: "jwk" });
  const publicKey = cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
  let counter = 0;
  let handle = "";
  const id = credentialId.toString("base64url");
  const clientData = (type: string, { challenge }: Options, { origin = TEST_ORIGIN, crossOrigin = false, ...faults }: Faults) =>
    Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge, origin, crossOrigin }));
  const authData = ({ rpId = new URL(TEST_ORIGIN).hostname, verifies = true, ...faults }: Faults, more?: Buffer) => {
    const flags = 1 | (verifies ? 4 : 0) | (more ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, ...(more ? [more] : [])]);
  };
  return {
    id,
    create(options: Options, faults: Faults = {}) {
      handle = options.user?.id ?? "";
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const data = authData(faults, Buffer.concat([Buffer.alloc(16), length, credentialId, publicKey]));
      const attestation = cbor(
        new Map<string, Cbor>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", data],
        ]),
      );
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", options, faults).toString("base64url"),
          attestationObject: attestation.toString("base64url"),
          transports: ["internal", "hybrid"],
        },
      };
    },
    get(options: Options, faults: Faults = {}, key: KeyObject = keys.privateKey) {
      counter += 1;
      const data = authData(faults);
      const client = clientData("webauthn.get", options, faults);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), key).toString("base64url"),
          userHandle: faults.userHandle ?? handle,
        },
      };
    },
  };
}
export type Device = ReturnType<typeof createDevice>;
