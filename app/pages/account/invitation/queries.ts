import { queryOptions } from "@tanstack/react-query";
import { body } from "../../../http/api/admin/client.ts";
import { createClient } from "../../../http/api/requester.ts";

const TOKEN = /^[0-9a-f]{64}$/;

/** Whom the token of a link invites; null when it can't be accepted (any more). Looking uses nothing up. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: async () => {
      if (!TOKEN.test(token)) return null;
      const { api } = createClient((input, init) => fetch(input, init), "");
      return (await body(api.invitations.check.$post({ json: { token }, query: {} }))).invited;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export type Invited = { email: string; full_name: string | null };
