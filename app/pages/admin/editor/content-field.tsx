import { type ReactNode, useCallback, useEffect, useId, useState } from "react";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { Dialog } from "../frame/dialog.tsx";
import { RichEditor } from "./rich/rich-editor.tsx";
import type { UploadOptions } from "./rich/uploads.ts";
import { SourceField } from "./source-field.tsx";
import { useTextTools } from "./text-tools.tsx";
import { type Loss, openingView, type Passage, passageTo, richLosses, VIEWS, type View, type Writing } from "./views.ts";

function LossList({ losses }: { losses: Loss[] }) {
  return (
    <ul className="loss-list">
      {losses.map(({ what, count }) => (
        <li key={what}>
          <strong>{count > 1 ? `${count} × ` : ""}</strong>
          {what === "text" ? "Some text would read differently" : <code>{what}</code>}
        </li>
      ))}
    </ul>
  );
}

const nameOf = (view: string) => VIEWS.find(([name]) => name === view)?.[1] ?? view;

function PassageDialog({ passage, onClose, onGo }: { passage: Passage; onClose(): void; onGo(): void }) {
  const { view, losses, converts, writing } = passage;
  const [from, to] = writing.content_format === "markdown" ? ["HTML", "Markdown"] : ["Markdown", "HTML"];
  return (
    <Dialog
      title={`Switch to ${nameOf(view)}?`}
      open
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={onClose}>
            Stay
          </button>
          <button type="button" className="button button-solid" onClick={onGo}>
            {losses.length > 0 ? "Switch and lose this" : converts ? `Convert to ${to}` : "Switch"}
          </button>
        </>
      }
    >
      {converts ? (
        <p>{`This post is written in ${from}. From now on it will be saved as ${to}.${losses.length === 0 ? " Nothing is lost." : ""}`}</p>
      ) : null}
      {losses.length > 0 ? (
        <>
          <p>{nameOf(view)} can’t keep:</p>
          <LossList losses={losses} />
        </>
      ) : null}
    </Dialog>
  );
}

type ContentFieldProps = {
  writing: Writing;
  error: string | undefined;
  isRequired: boolean;
  onChange(writing: Writing): void;
  onReady(flush: () => void): void;
  /** called with content that is typed without a pause, to be stored but not rendered */
  onTyped(writing: Writing): void;
  uploads: UploadOptions;
  statistics: ReactNode;
};

/** Says why a post was not opened as rich text, though it isn't written in Markdown. */
function OpenedAsSource({ writing, onRich }: { writing: Writing; onRich(): void }) {
  const losses = richLosses(writing);
  return (
    <div className="editor-note" role="note">
      <p>This post is shown as HTML, because rich text can’t keep:</p>
      <LossList losses={losses} />
      <button type="button" className="small-button" onClick={onRich}>
        Open as rich text
      </button>
    </div>
  );
}

/**
 * How the content is shown, and the way to another view.
 * @returns `opened`: the writing and the view at first; `begin`: what the rich editor starts with each time it is created; `ask` goes to
 *   a view, unless it would convert or lose something: then `passage` is set, for `go`
 */
function useView(writing: Writing, { onChange, onReady }: Pick<ContentFieldProps, "onChange" | "onReady">) {
  const [opened] = useState(() => ({ writing, view: openingView(writing) }));
  const [view, setView] = useState(opened.view);
  const [passage, setPassage] = useState<Passage | null>(null);
  const [begin, setBegin] = useState(writing.content);

  useEffect(() => {
    if (view !== "rich") onReady(() => {});
  }, [view, onReady]);

  const go = ({ view: next, writing: changed }: Passage) => {
    setPassage(null);
    if (changed.content !== writing.content || changed.content_format !== writing.content_format) onChange(changed);
    setBegin(changed.content);
    setView(next);
  };
  const ask = (next: View) => {
    if (next === view) return;
    const wanted = passageTo(next, writing);
    if (wanted.converts || wanted.losses.length > 0) setPassage(wanted);
    else go(wanted);
  };
  return { opened, view, begin, passage, setPassage, go, ask };
}

function ViewButtons({ view, onChoose }: { view: View; onChoose(view: View): void }) {
  return (
    <ButtonGroup className="segments" aria-label="Write the content as">
      {VIEWS.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onChoose(name)}>
          {label}
        </button>
      ))}
    </ButtonGroup>
  );
}

export function ContentField({ writing, error, isRequired, onChange, onReady, onTyped, uploads, statistics }: ContentFieldProps) {
  const id = useId();
  const { opened, view, begin, passage, setPassage, go, ask } = useView(writing, { onChange, onReady });
  const [source, setSource] = useState<HTMLTextAreaElement | null>(null);
  const tools = useTextTools(source);
  const onRichTyped = useCallback((content: string) => onTyped({ content, content_format: "html" }), [onTyped]);
  const onRich = useCallback((content: string) => onChange({ content, content_format: "html" }), [onChange]);
  const describedBy = error ? `${id}-error` : undefined;

  return (
    <section className="content-field" aria-labelledby={`${id}-label`} onKeyDown={tools.onKeyDown}>
      <h2 className="sr-only" id={`${id}-label`}>
        Content
      </h2>
      {tools.leaving}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {view === "html" && view === opened.view && writing === opened.writing ? (
        <OpenedAsSource writing={opened.writing} onRich={() => ask("rich")} />
      ) : null}
      {tools.bar}
      {view === "rich" ? (
        <RichEditor
          key={begin}
          initial={begin}
          onChange={onRich}
          labelledBy={`${id}-label`}
          describedBy={describedBy}
          onReady={onReady}
          onTyped={onRichTyped}
          uploads={uploads}
        />
      ) : (
        <SourceField
          id={`${id}-source`}
          ref={setSource}
          view={view}
          writing={writing}
          onChange={(content) => onChange({ content, content_format: view })}
          {...(describedBy ? { "aria-describedby": describedBy, "aria-invalid": true } : {})}
        />
      )}
      {isRequired && writing.content === "" ? (
        <span className="field-required content-required" aria-hidden="true">
          required
        </span>
      ) : null}
      <div className="content-foot">
        <ViewButtons view={view} onChoose={ask} />
        {tools.buttons}
        {statistics}
      </div>
      {passage ? <PassageDialog passage={passage} onClose={() => setPassage(null)} onGo={() => go(passage)} /> : null}
    </section>
  );
}
