import { useQuery } from "@tanstack/react-query";
import type { CommentBan } from "../../../../domain/comments/bans/ban.ts";
import { type Column, DataTable } from "../../frame/data-table.tsx";
import { Ago, useDates } from "../../frame/dates.tsx";
import { ListScreen } from "../../frame/list-screen.tsx";
import { useListState } from "../../frame/use-list-state.ts";
import { useLiftBan } from "./ban-dialog.tsx";
import { askBans, BANS_AT_FIRST, bansQuery } from "./queries.ts";

const nameOf = ({ user, guest }: CommentBan) => user?.full_name || user?.email || guest?.name || "A reader";

function Who({ ban }: { ban: CommentBan }) {
  const note = ban.guest ? "Guest" : ban.user?.full_name ? ban.user.email : null;
  return (
    <div>
      <bdi className="row-title">{nameOf(ban)}</bdi>
      {note ? <span className="row-note">{note}</span> : null}
    </div>
  );
}

function Ends({ iso }: { iso: string | null }) {
  const dates = useDates();
  return iso ? <time dateTime={iso}>{dates.time(iso)}</time> : "For good";
}

const columnsFor = (onLift: (id: string) => void, isBusy: boolean): Column<CommentBan>[] => [
  { key: "who", title: "Name", render: (ban) => <Who ban={ban} /> },
  { key: "reason", title: "Reason", render: ({ reason }) => <span dir="auto">{reason || "None given"}</span> },
  { key: "ends", title: "Until", render: ({ ends_at }) => <Ends iso={ends_at} /> },
  {
    key: "by",
    title: "Banned",
    wide: true,
    render: ({ created_at, banned_by }) => (
      <>
        <Ago iso={created_at} />
        <span className="row-note">{banned_by ? `by ${banned_by.full_name ?? "a moderator"}` : ""}</span>
      </>
    ),
  },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (ban) => (
      <div className="row-actions">
        <button type="button" className="small-button" disabled={isBusy} onClick={() => onLift(ban.id)}>
          Lift ban<span className="sr-only">{` of ${nameOf(ban)}`}</span>
        </button>
      </div>
    ),
  },
];

/** Users and guests who may not comment. */
export function CommentBans() {
  const list = useListState(BANS_AT_FIRST, askBans);
  const query = useQuery(bansQuery(list.values));
  const lift = useLiftBan();
  return (
    <ListScreen
      title="Banned from commenting"
      list={list}
      query={query}
      noun="bans"
      empty={{ title: "Nobody is banned", hint: "Ban in the menu of a comment keeps its author from commenting." }}
    >
      {({ items }, table) => (
        <DataTable
          caption="Banned from commenting"
          columns={columnsFor((id) => lift.mutate(id), lift.isPending)}
          rows={items}
          rowKey={({ id }) => id}
          {...table}
        />
      )}
    </ListScreen>
  );
}
