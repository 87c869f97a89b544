import { loadAuth } from "../../../browser/auth/state.ts";
import type { Account } from "../../../domain/users/user.ts";
import type { Problems } from "../../../ui/form/use-form.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { anyOf, checkName } from "./account-fields.tsx";
import { problemsOf } from "./failure.ts";
import { texts } from "./texts.ts";

/** Renews the session, because it contains the name too. @returns the problems of the form; undefined if the account was saved */
export async function saveProfile(
  owner: string,
  typed: { full_name: string; bio?: string },
  onSaved?: (account: Account) => void,
): Promise<Problems | undefined> {
  const full_name = typed.full_name.trim();
  const wrong = anyOf({ full_name: checkName(full_name) });
  if (wrong) return wrong;
  try {
    const { apiOf, auth, profileLoaded } = await loadAuth();
    onSaved?.(await apiOf(owner).account.change({ ...typed, full_name }));
    await auth.refreshSession();
    await profileLoaded();
    toast({ title: typed.bio === undefined ? texts.nameSaved : texts.nameAndBioSaved, tone: "success" });
    return undefined;
  } catch (error) {
    return problemsOf(error, typed.bio === undefined ? texts.nameNotSaved : texts.nameAndBioNotSaved);
  }
}
