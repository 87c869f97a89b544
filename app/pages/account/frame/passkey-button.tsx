import { texts } from "./passkey-texts.ts";
import type { usePasskeySignIn } from "./use-passkey-sign-in.ts";

export function PasskeyButton({ passkey }: { passkey: ReturnType<typeof usePasskeySignIn> }) {
  if (!passkey.isOffered) return null;
  return (
    <button type="button" className="button" aria-disabled={passkey.isBusy || undefined} onClick={() => void passkey.signIn()}>
      {passkey.isBusy ? texts.waiting : texts.signIn}
    </button>
  );
}
