import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { pathTo } from "../../../base-path.ts";
import { DEFAULT_RANGE, rangeDays } from "../../../domain/analytics/analytics-rules.ts";
import type { Redirect } from "../../../domain/redirects/redirect.ts";
import { readableAddress } from "../../../domain/redirects/redirect-rules.ts";
import { Field } from "../../../ui/form/field.tsx";
import { FormAlert, useForm } from "../../../ui/form/use-form.tsx";
import { MissingList } from "../analytics/found.tsx";
import { missingQuery } from "../analytics/queries.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { type Column, DataTable } from "../frame/data-table.tsx";
import { Ago, Day } from "../frame/dates.tsx";
import { Dialog, DialogButtons } from "../frame/dialog.tsx";
import { schemaProblems, serverProblems } from "../frame/form-problems.ts";
import { ListScreen } from "../frame/list-screen.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { SearchBox } from "../frame/toolbar.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { useListState } from "../frame/use-list-state.ts";
import { OldAddresses } from "./old-addresses.tsx";
import { CHANGED_REDIRECTS, createRedirect, deleteRedirect, type RedirectValues, redirectsQuery } from "./queries.ts";

const failure = (message: string) => `Failed to add redirect: ${message}`;

type AddRedirectProps = { values?: Partial<RedirectValues>; onClose(): void };

function AddRedirect({ values = {}, onClose }: AddRedirectProps) {
  const { mutateAsync } = useAdminMutation({
    call: createRedirect,
    success: "Redirect added",
    failure,
    invalidates: CHANGED_REDIRECTS,
  });
  const state = useForm(async (value) => {
    const typed = { from_path: value("from_path"), to_path: value("to_path") };
    const { newRedirect } = await import("../../../domain/redirects/redirect.ts");
    const { error } = newRedirect.safeParse(typed);
    if (error) return schemaProblems(error);
    try {
      await mutateAsync(typed);
      onClose();
      return undefined;
    } catch (error) {
      return serverProblems(error, failure, { field: "from_path" });
    }
  });
  const field = (name: keyof RedirectValues) => ({
    name,
    error: state.errorOf(name),
    readOnly: state.isBusy,
    defaultValue: readableAddress(values[name] ?? ""),
    autoComplete: "off",
    autoCapitalize: "off",
    spellCheck: false,
  });
  return (
    <Dialog title="Add redirect" open onClose={onClose}>
      <form {...state.form} className="form">
        <FormAlert message={state.message} />
        <Field
          label="Old URL"
          hint="A path without a page, such as /2019/05/my-article.html, or a URL such as /?p=17"
          {...field("from_path")}
        />
        <Field label="New URL" hint="A page of this site, such as /story/my-article" {...field("to_path")} />
        <DialogButtons state={state} label="Add redirect" busyLabel="Adding..." onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const figures = new Intl.NumberFormat("en-US");

/** A path as a link that opens in a new window, to try it. */
function Address({ path, title }: { path: string; title?: boolean }) {
  return (
    <a
      className={title ? "row-title" : "redirect-to"}
      href={path.startsWith("/") ? pathTo(path) : path}
      target="_blank"
      rel="noreferrer"
    >
      {readableAddress(path)}
    </a>
  );
}

function Created({ redirect: { created_at, created_by } }: { redirect: Redirect }) {
  return (
    <>
      <Day iso={created_at} />
      {created_by ? <span className="row-note">{created_by}</span> : null}
    </>
  );
}

const columnsFor = (onDelete: (redirect: Redirect) => void): Column<Redirect>[] => [
  { key: "from", title: "Old URL", sortKey: "from_path", render: ({ from_path }) => <Address path={from_path} title /> },
  { key: "to", title: "Redirects to", render: ({ to_path }) => <Address path={to_path} /> },
  { key: "hits", title: "Followed", sortKey: "hits", align: "right", render: ({ hits }) => figures.format(hits) },
  {
    key: "last",
    title: "Last",
    wide: true,
    render: ({ last_hit_at }) => (last_hit_at ? <Ago iso={last_hit_at} /> : "Never"),
  },
  {
    key: "created",
    title: "Created",
    sortKey: "created_at",
    wide: true,
    render: (redirect) => <Created redirect={redirect} />,
  },
  {
    key: "actions",
    title: "Actions",
    align: "right",
    render: (redirect) => (
      <div className="row-actions">
        <button
          type="button"
          className="icon-button"
          aria-label={`Delete redirect from ${readableAddress(redirect.from_path)}`}
          onClick={() => onDelete(redirect)}
        >
          <AdminIcon name="trash" />
        </button>
      </div>
    ),
  },
];

const IN_SIGHT = 20;

function Missing() {
  const query = useQuery(missingQuery({ range: DEFAULT_RANGE }, IN_SIGHT));
  const days = rangeDays(DEFAULT_RANGE);
  return (
    <section className="missing-section" aria-labelledby="missing-pages">
      <h2 id="missing-pages">Missing Pages</h2>
      <p className="admin-lead">{`URLs without a page that readers asked for in the last ${days} days.`}</p>
      <QueryView
        query={query}
        noun="missing pages"
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="missing-none">No reader has run into a missing page.</p>}
      >
        {({ items, total }) => (
          <>
            <MissingList pages={items} />
            {total > items.length ? <p className="missing-none">{`+${total - items.length} more addresses`}</p> : null}
          </>
        )}
      </QueryView>
    </section>
  );
}

const SHOWN = { search: "", sort: "-created_at", page: "1", old: "1", from: "" };

export function Redirects() {
  const list = useListState(SHOWN);
  const { values, set, href } = list;
  const redirects = useQuery(redirectsQuery(values));
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const { mutate } = useAdminMutation({
    call: deleteRedirect,
    success: "Redirect deleted",
    failure: (message: string) => `Failed to delete redirect: ${message}`,
    invalidates: CHANGED_REDIRECTS,
  });
  const remove = async ({ id, from_path }: Redirect) => {
    const text = `${readableAddress(from_path)} will be a missing page again.`;
    if (await confirm({ title: "Delete redirect", text, action: "Delete", tone: "danger" })) mutate(id);
  };
  const close = () => {
    setAdding(false);
    if (values.from) set({ from: "" });
  };
  return (
    <ListScreen
      title="Redirects"
      lead="Send readers from an old URL to a page that exists."
      actions={
        <button type="button" className="button button-solid" onClick={() => setAdding(true)}>
          Add redirect
        </button>
      }
      list={list}
      query={redirects}
      noun="redirects"
      filters={<SearchBox label="Search redirects" value={values.search} onChange={(search) => set({ search, old: "1" })} />}
      empty={{ title: "No redirects yet", hint: "Add one when a page has moved." }}
      nothingFound={
        values.search
          ? { title: "No redirects found", hint: "Try another search, or show all.", showAll: "Show all redirects" }
          : undefined
      }
      after={
        <>
          <OldAddresses search={values.search} page={values.old} href={(old) => href({ old, page: values.page })} />
          <Missing />
          {isAdding || values.from ? <AddRedirect values={{ from_path: values.from }} onClose={close} /> : null}
        </>
      }
    >
      {({ items }, table) => (
        <DataTable
          caption="Redirects"
          columns={columnsFor((redirect) => void remove(redirect))}
          rows={items}
          rowKey={({ id }) => id}
          {...table}
        />
      )}
    </ListScreen>
  );
}
