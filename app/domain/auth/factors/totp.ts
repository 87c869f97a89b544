import { Secret, TOTP } from "otpauth";

/** What every authenticator app understands (RFC 6238). */
export const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Steps of 30 seconds either way, for clocks that differ and for slow typing. */
const TOLERANCE = 1;
/** Steps in which a code says that a clock is wrong. More would make guessing easier. */
const RECOGNIZED = 4;

/** Of the step that the code is for, since 1970. `isNow`: it is accepted. Null: the code is wrong. */
export type CodeStep = { step: number; isNow: boolean } | null;

export function stepOfCode(secret: Buffer, token: string, now: Date): CodeStep {
  const timestamp = now.getTime();
  const options = { ...PARAMETERS, secret: new Secret({ buffer: new Uint8Array(secret).buffer }), token, timestamp };
  const delta = TOTP.validate({ ...options, window: RECOGNIZED });
  if (delta === null) return null;
  return { step: TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta, isNow: Math.abs(delta) <= TOLERANCE };
}
