import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { adminRoutes } from "../../../admin-routes.ts";
import { REVISION_NAME_MAX } from "../../../domain/posts/edit-rules.ts";
import type {
  ComparedBlock,
  Comparison,
  FieldDifference,
  LeftOut,
  Revision,
  RevisionDifference,
  RevisionKind,
  RevisionPage,
} from "../../../domain/posts/revisions/revision.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { toast } from "../../../ui/toast/toast.ts";
import { useDates } from "../frame/dates.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { usePersonName } from "../frame/person-name.ts";
import { QueryView } from "../frame/query-view.tsx";
import { useAdminMutation } from "../frame/use-admin-mutation.ts";
import { useConfirm } from "../frame/use-confirm.tsx";
import { POST_LABELS } from "../post-labels.ts";
import { CHANGED, nameRevision, restoreRevision, revisionQuery } from "./queries.ts";

export const KIND_WORDS: Record<RevisionKind, string> = {
  earlier: "Before the first change",
  created: "Created",
  updated: "Saved",
  autosaved: "Saved while writing",
  published: "Published",
  scheduled: "Published as planned",
  unpublished: "Back to draft",
  archived: "Archived",
  restored: "Restored",
};

const FIELD_WORDS: Record<FieldDifference["field"], string> = { ...POST_LABELS, category: "Category" };

const LEFT_OUT_WORDS: Record<LeftOut, string> = {
  slug: "The slug wasn’t changed, because another post uses the old one.",
  category: "The category wasn’t changed, because the old one was deleted.",
  featured_image: "The featured image wasn’t changed, because the old one was deleted.",
};

const leftOutText = (left: readonly LeftOut[]): string => left.map((one) => LEFT_OUT_WORDS[one]).join(" ");

export function useWriterName(): (revision: Pick<Revision, "author" | "token_name">) => string {
  const nameOf = usePersonName();
  return ({ author, token_name }) => {
    const person = author ? nameOf(author) : "A former user";
    return token_name === null ? person : `Token “${token_name}” of ${person}`;
  };
}

const figures = new Intl.NumberFormat("en-US");
const words = (count: number) => `${figures.format(count)} ${count === 1 ? "word" : "words"}`;

/** The number of added and removed words, short and in full: `+12 −3`, `12 words added, 3 words removed`. */
export const wordChange = ({ words_added, words_removed }: { words_added: number; words_removed: number }) => ({
  added: `+${figures.format(words_added)}`,
  removed: `−${figures.format(words_removed)}`,
  full: `${words(words_added)} added, ${words(words_removed)} removed`,
});

const AROUND = 1;

function Fields({ fields }: { fields: readonly FieldDifference[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className="history-fields">
      {fields.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{FIELD_WORDS[field]}</dt>
          <dd>
            {before ? <del>{before}</del> : null} {after ? <ins>{after}</ins> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Row({ block: { change, html } }: { block: ComparedBlock }) {
  return (
    <div className="difference-row" data-change={change}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server */}
      <div className="difference-side prose" dangerouslySetInnerHTML={{ __html: html }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server */}
      <div className="difference-side prose" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  );
}

type Run = { key: number; isSame: boolean; blocks: ComparedBlock[] };

/** Groups the blocks into runs of changed and unchanged ones. Unchanged blocks next to a change belong to its run. */
function runsOf(blocks: readonly ComparedBlock[]): Run[] {
  const shown = blocks.map((_, at) =>
    blocks.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ change }) => change !== "same"),
  );
  const runs: Run[] = [];
  blocks.forEach((block, at) => {
    const isSame = !shown[at];
    const last = runs.at(-1);
    if (last?.isSame === isSame) last.blocks.push(block);
    else runs.push({ key: at, isSame, blocks: [block] });
  });
  return runs;
}

const rows = (blocks: readonly ComparedBlock[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: passages have nothing but their place
  blocks.map((block, at) => <Row key={at} block={block} />);

function Text({ blocks }: { blocks: readonly ComparedBlock[] }) {
  if (blocks.every(({ change }) => change === "same")) return <p className="history-same">The text is the same.</p>;
  return (
    <div className="difference">
      {runsOf(blocks).map(({ key, isSame, blocks: some }) =>
        isSame ? (
          <details key={key} className="difference-same">
            <summary>{some.length === 1 ? "1 unchanged passage" : `${some.length} unchanged passages`}</summary>
            {rows(some)}
          </details>
        ) : (
          <div key={key}>{rows(some)}</div>
        ),
      )}
    </div>
  );
}

const effectOf = (status: RevisionPage["post"]["status"]): string =>
  status === "draft"
    ? "The draft returns to this version. The current text stays in the history."
    : "This version opens in the editor as unpublished changes. Readers don’t see it until you update the post.";

function useRestore(post: RevisionPage["post"]) {
  const { time } = useDates();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const restoring = useAdminMutation({
    call: restoreRevision,
    failure: (message: string) => `Failed to restore the version: ${message}`,
    invalidates: CHANGED,
  });
  const restore = async (revision: Revision) => {
    if (restoring.isPending) return;
    const question = {
      title: `Restore the version of ${time(revision.created_at)}?`,
      text: effectOf(post.status),
      action: "Restore",
    };
    if (!(await confirm(question))) return;
    const wanted = { id: post.id, revision: revision.id, version: post.version };
    const result = await restoring.mutateAsync(wanted).catch(() => null);
    if (!result) return;
    toast({ title: "Version restored", description: leftOutText(result.left_out), tone: "success" });
    void navigate(adminRoutes.editPost(post.id));
  };
  return { restore, isBusy: restoring.isPending };
}

type NameFormProps = { postId: string; revision: Revision; onClose(): void };

function NameForm({ postId, revision, onClose }: NameFormProps) {
  const [name, setName] = useState(revision.name ?? "");
  const naming = useAdminMutation({
    call: nameRevision,
    success: ({ name: given }) => (given ? "Version named" : "Name removed"),
    failure: (message: string) => `Failed to name the version: ${message}`,
    invalidates: CHANGED,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = { id: postId, revision: revision.id, name: name.trim() || null };
    naming.mutate(given, { onSuccess: onClose });
  };
  return (
    <Dialog title="Name this version" open size="small" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field
          label="Name"
          name="name"
          value={name}
          maxLength={REVISION_NAME_MAX}
          hint="Named versions are kept forever. Others are kept while they are among the newest 200."
          onChange={({ target }) => setName(target.value)}
        />
        <div className="form-buttons">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-solid" aria-disabled={naming.isPending || undefined}>
            {naming.isPending ? "Saving..." : "Save name"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const SIDES: readonly (readonly [against: Comparison, label: string])[] = [
  ["previous", "Compare with previous"],
  ["current", "Compare with current"],
];

type RevisionDetailsProps = {
  post: RevisionPage["post"];
  revision: string;
  against: Comparison;
  onAgainst(against: Comparison): void;
  /** the address of the list alone, for narrow screens */
  back: string;
};

function Sides({ difference: { against, before, revision } }: { difference: RevisionDifference }) {
  const { time } = useDates();
  const nameOf = ({ created_at, name }: { created_at: string; name: string | null }) =>
    name ? `${name}, ${time(created_at)}` : time(created_at);
  const [left, right] =
    against === "current" ? [nameOf(revision), "The post now"] : [before ? nameOf(before) : "Nothing", nameOf(revision)];
  return (
    <p className="difference-sides">
      <span>
        <span className="history-removed">Before</span> {left}
      </span>
      <span>
        <span className="history-added">After</span> {right}
      </span>
    </p>
  );
}

export function RevisionDetails({ post, revision: id, against, onAgainst, back }: RevisionDetailsProps) {
  const { time } = useDates();
  const [isNaming, setNaming] = useState(false);
  const { restore, isBusy } = useRestore(post);
  const writerName = useWriterName();
  const query = useQuery(revisionQuery(post.id, id, against));
  return (
    <section className="history-chosen" aria-label="Chosen version">
      <Link className="text-link history-back" to={back}>
        All versions
      </Link>
      <QueryView query={query} noun="this version">
        {(difference) => {
          const { revision, fields, blocks } = difference;
          return (
            <>
              <header className="history-chosen-head">
                <div>
                  <h2>{revision.name ?? time(revision.created_at)}</h2>
                  <p className="row-note">
                    {[
                      KIND_WORDS[revision.kind],
                      writerName(revision),
                      ...(revision.name ? [time(revision.created_at)] : []),
                      wordChange(revision).full,
                    ].join(" · ")}
                  </p>
                </div>
                <div className="history-buttons">
                  <button type="button" className="button" onClick={() => setNaming(true)}>
                    {revision.name ? "Rename" : "Name this version"}
                  </button>
                  <button
                    type="button"
                    className="button button-solid"
                    aria-disabled={isBusy || undefined}
                    onClick={() => void restore(revision)}
                  >
                    {isBusy ? "Restoring..." : "Restore"}
                  </button>
                </div>
              </header>
              <ButtonGroup className="segments" aria-label="Compare">
                {SIDES.map(([side, label]) => (
                  <button key={side} type="button" aria-pressed={side === against} onClick={() => onAgainst(side)}>
                    {label}
                  </button>
                ))}
              </ButtonGroup>
              <Sides difference={difference} />
              <Fields fields={fields} />
              <Text blocks={blocks} />
              {isNaming ? <NameForm postId={post.id} revision={revision} onClose={() => setNaming(false)} /> : null}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}
