import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import type { MadeInvitation } from "./queries.ts";
import { CHANGED_USERS, changeUser, renewInvitation, revokeInvitation } from "./queries.ts";

const failure = (message: string) => `Failed to update user: ${message}`;

/** What is done about a user without asking for anything more. */
export function useUserActions({ email, onInvitation }: { email: string; onInvitation(made: MadeInvitation): void }) {
  const common = { failure, invalidates: CHANGED_USERS };
  const change = useAdminMutation({ ...common, call: changeUser, success: "User updated" });
  const revoke = useAdminMutation({ ...common, call: revokeInvitation, success: "Invitation revoked" });
  const renew = useAdminMutation({
    ...common,
    call: async (asked: { id: string; mail: boolean }) => {
      const invitation = await renewInvitation(asked);
      onInvitation({ email, invitation });
      return invitation;
    },
    success: ({ mailed }) => (mailed ? "Invitation sent" : undefined),
  });
  return { change, renew, revoke };
}
