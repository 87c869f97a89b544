import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { unfinishedName } from "../../../domain/posts/edit-rules.ts";
import type { UnfinishedRow } from "../../../domain/posts/staged-edits/staged-edit.ts";
import { Link } from "../../../ui/link.tsx";
import { useDates } from "../frame/dates.tsx";
import { placePopover } from "../frame/menu.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { discardUnfinished, unfinishedQuery } from "./queries.ts";

const SHOWN = 3;

type UnfinishedItemProps = { item: UnfinishedRow; onTake(): void; onDiscard(): void };

function UnfinishedItem({ item, onTake, onDiscard }: UnfinishedItemProps) {
  const { time } = useDates();
  const name = unfinishedName(item);
  return (
    <li>
      <span>{`${name}, ${time(item.updated_at)}`}</span>
      <button type="button" className="small-button" aria-label={`Continue ${name}`} onClick={onTake}>
        Continue
      </button>
      <button type="button" className="small-button" aria-label={`Discard ${name}`} onClick={onDiscard}>
        Discard
      </button>
    </li>
  );
}

export function UnfinishedPosts() {
  const { data } = useQuery(unfinishedQuery());
  const navigate = useNavigate();
  const take = (id: string) => void navigate(adminRoutes.continuePost("post", id));
  const discard = useAdminMutation({
    call: discardUnfinished,
    failure: (message) => `Failed to discard it: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const items = data?.items ?? [];
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLElement>(null);
  const id = useId();
  if (items.length === 0) return null;
  return (
    <>
      <button ref={button} type="button" className="small-button" popoverTarget={id}>
        {items.length === 1 ? "1 unfinished post" : `${items.length} unfinished posts`}
      </button>
      <section
        ref={list}
        id={id}
        popover="auto"
        className="popover unfinished-list"
        aria-label="Unfinished posts"
        onToggle={({ newState }) => {
          if (newState === "open" && list.current && button.current) placePopover(list.current, button.current);
        }}
      >
        <p>{items.length === 1 ? "You have an unsaved post:" : "You have unsaved posts:"}</p>
        <ul>
          {items.slice(0, SHOWN).map((item) => (
            <UnfinishedItem key={item.id} item={item} onTake={() => take(item.id)} onDiscard={() => discard.mutate(item.id)} />
          ))}
        </ul>
        {items.length > SHOWN ? <p>And {items.length - SHOWN} more once these are done.</p> : null}
      </section>
    </>
  );
}

/** The user's unfinished posts. Other admins don't see them. */
export function UnfinishedList() {
  const { data } = useQuery(unfinishedQuery());
  const { time } = useDates();
  const confirm = useConfirm();
  const { mutate } = useAdminMutation({
    call: discardUnfinished,
    failure: (message) => `Failed to discard it: ${message}`,
    invalidates: [unfinishedQuery().queryKey],
  });
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const discard = async (id: string, name: string) => {
    const text = `“${name}” was never saved as a draft. It can't be recovered.`;
    if (await confirm({ title: "Discard unfinished post", text, action: "Discard", tone: "danger" })) mutate(id);
  };
  return (
    <section className="editor-offer editor-unfinished" aria-labelledby="unfinished-title">
      <h2 id="unfinished-title">Unfinished {items.length}</h2>
      <ul>
        {items.map(({ id, updated_at, ...row }) => (
          <li key={id}>
            <span>
              {unfinishedName(row)} · not yet saved as a draft · {time(updated_at)}
            </span>
            <Link
              className="small-button"
              to={adminRoutes.continuePost("post", id)}
              aria-label={`Continue ${unfinishedName(row)}`}
            >
              Continue
            </Link>
            <button
              type="button"
              className="small-button"
              aria-label={`Discard ${unfinishedName(row)}`}
              onClick={() => void discard(id, unfinishedName(row))}
            >
              Discard
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
