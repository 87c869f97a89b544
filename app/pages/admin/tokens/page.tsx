import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiToken } from "../../../domain/tokens/token.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Badge } from "../frame/badge.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, Day } from "../frame/dates.tsx";
import { ListScreen } from "../frame/list-screen.tsx";
import { useOfficeUser } from "../frame/office-user.ts";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { CreateToken } from "./create-token.tsx";
import { askTokens, CHANGED_TOKENS, revokeToken, TOKENS_AT_FIRST, tokensQuery } from "./queries.ts";

function Name({ token: { name, ending, owner }, isOwn }: { token: ApiToken; isOwn: boolean }) {
  return (
    <div>
      <bdi className="row-title">{name}</bdi>
      <span className="row-note">
        <code>sky_…{ending}</code>
        {isOwn ? null : <> of {owner.full_name ?? owner.email}</>}
      </span>
    </div>
  );
}

function Ends({ iso }: { iso: string | null }) {
  if (iso === null) return <Badge tone="amber">Never</Badge>;
  return new Date(iso) <= new Date() ? <Badge tone="red">Expired</Badge> : <Day iso={iso} />;
}

function LastUse({ token: { last_used_at, last_used_from } }: { token: ApiToken }) {
  if (last_used_at === null) return "Never";
  return (
    <>
      <Ago iso={last_used_at} />
      {last_used_from ? <bdi className="row-note token-network">{last_used_from}</bdi> : null}
    </>
  );
}

const columnsFor = (userId: string | undefined, onRevoke: (token: ApiToken) => void, isBusy: boolean): Column<ApiToken>[] => [
  { key: "name", title: "Name", render: (token) => <Name token={token} isOwn={token.owner.id === userId} /> },
  { key: "scopes", title: "May do", render: ({ scopes }) => <code>{scopes.join(", ")}</code> },
  { key: "ends", title: "Expires", render: ({ expires_at }) => <Ends iso={expires_at} /> },
  { key: "used", title: "Last used", render: (token) => <LastUse token={token} /> },
  { key: "created", title: "Created", wide: true, render: ({ created_at }) => <Day iso={created_at} /> },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (token) => (
      <div className="row-actions">
        <button type="button" className="small-button" disabled={isBusy} onClick={() => onRevoke(token)}>
          Revoke<span className="sr-only">{` ${token.name}`}</span>
        </button>
      </div>
    ),
  },
];

function useRevoke() {
  const confirm = useConfirm();
  const { mutate, isPending } = useAdminMutation({
    call: ({ id }: ApiToken) => revokeToken(id),
    success: "Token revoked",
    failure: (message) => `Failed to revoke the token: ${message}`,
    invalidates: CHANGED_TOKENS,
  });
  const revoke = async (token: ApiToken) => {
    const text = "Programs that use it are refused at once. A revoked token can’t be brought back.";
    if (await confirm({ title: `Revoke “${token.name}”?`, text, action: "Revoke", tone: "danger" })) mutate(token);
  };
  return { revoke, isPending };
}

/** One's own API tokens, for admins everybody's. */
export function ApiTokens() {
  const user = useOfficeUser();
  const list = useListState(TOKENS_AT_FIRST, askTokens);
  const query = useQuery(tokensQuery(list.values));
  const { revoke, isPending } = useRevoke();
  const [isCreating, setCreating] = useState(false);
  return (
    <ListScreen
      title="API tokens"
      lead="With a token, a program does what you may do here, as far as you allow it."
      actions={
        <button type="button" className="button button-solid" onClick={() => setCreating(true)}>
          <AdminIcon name="plus" /> Create token
        </button>
      }
      list={list}
      query={query}
      noun="tokens"
      empty={{ title: "No tokens yet", hint: "Create one for each program, so that you can revoke them one by one." }}
      after={isCreating ? <CreateToken onClose={() => setCreating(false)} /> : null}
    >
      {({ items }, table) => (
        <DataTable
          caption="API tokens"
          columns={columnsFor(user?.id, (token) => void revoke(token), isPending)}
          rows={items}
          rowKey={({ id }) => id}
          {...table}
        />
      )}
    </ListScreen>
  );
}
