import { buildToken } from "../app/api-tokens.ts";
import type { Callers } from "./operation-inputs.ts";
import type { Row } from "./operation-row.ts";

export const TOKEN_OPERATIONS: Record<string, Row> = {
  listTokens: { at: "get /api/admin/tokens", who: "team" },
  createToken: { at: "post /api/admin/tokens", who: "team", leaves: ["API token created"] },
  deleteToken: {
    at: "delete /api/admin/tokens/{id}",
    who: "team",
    leaves: ["API token revoked"],
    call: async ({ app, user }: Callers) => ({ id: (await buildToken(app, user.id)).id }),
  },
};
