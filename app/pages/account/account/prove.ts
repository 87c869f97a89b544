import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import { ofAccount } from "../frame/of-account.ts";

/** Before a change of the apps or codes, if its form asks for a proof. @throws the auth client's error */
export async function prove(account: Account, given: object): Promise<void> {
  if (Object.keys(given).length === 0) return;
  const { auth } = await loadAuth();
  const { error } = await auth.updateUser({ ...ofAccount(account.id), ...given });
  if (error) throw error;
}
