import { useMemo } from "react";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import type { MadeInvitation } from "./queries.ts";
import { CHANGED_USERS, changeUser, renewInvitation, revokeInvitation } from "./queries.ts";

const failure = (message: string) => `Failed to update user: ${message}`;

/** What is done about users without asking for anything more; made once for a whole list of them. */
export function useUserActions(onInvitation: (made: MadeInvitation) => void) {
  const common = { failure, invalidates: CHANGED_USERS };
  const change = useAdminMutation({ ...common, call: changeUser, success: "User updated" });
  const revoke = useAdminMutation({ ...common, call: revokeInvitation, success: "Invitation revoked" });
  const renew = useAdminMutation({
    ...common,
    call: async ({ email, ...asked }: { id: string; email: string; mail: boolean }) => {
      const invitation = await renewInvitation(asked);
      onInvitation({ email, invitation });
      return invitation;
    },
    success: ({ mailed }) => (mailed ? "Invitation sent" : undefined),
  });
  return useMemo(
    () => ({ change: change.mutate, renew: renew.mutate, revoke: revoke.mutate }),
    [change.mutate, renew.mutate, revoke.mutate],
  );
}

export type UserActions = ReturnType<typeof useUserActions>;
