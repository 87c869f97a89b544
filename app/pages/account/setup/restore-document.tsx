import { pathTo } from "../../../base-path.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import type { PresentedRestore } from "../../../domain/setup/setup-rules.ts";
import { routes } from "../../../routes.ts";
import * as texts from "./restore-texts.ts";
import { SetupDocument } from "./setup-document.tsx";

/** `state`: null before there is an upload. */
type RestorePageProps = { site: Site; token: string; state: PresentedRestore | null };

const STEPS = [
  { step: "upload", label: texts.upload },
  { step: "checking", label: texts.check },
  { step: "restoring", label: texts.restore },
  { step: "starting", label: texts.start },
];

/** The page's script fills it in. */
const Steps = () => (
  <div className="restore-progress" hidden>
    <ol aria-label={texts.steps}>
      {STEPS.map(({ step, label }) => (
        <li key={step} data-step={step}>
          <span className="restore-mark" aria-hidden="true" />
          <span>{label}</span>
          <span className="restore-figure" />
        </li>
      ))}
    </ol>
    <progress aria-label={texts.title} />
    <p className="field-hint">{texts.stay}</p>
    <p className="restore-away field-hint" hidden>
      {texts.away}
    </p>
    <p className="sr-only" role="status" />
  </div>
);

/** Shown by the script, as it is before and after it. */
const RestoreForm = ({ token }: { token: string }) => (
  <form className="form" data-restore noValidate>
    <div className="form-alert" role="alert" tabIndex={-1} hidden>
      <p />
    </div>
    <div className="field restore-file">
      <label htmlFor="file">{texts.file}</label>
      <input type="file" id="file" name="file" accept=".zst,.age" aria-describedby="file-hint" />
      <p className="field-hint" id="file-hint">
        {texts.fileHint}
      </p>
    </div>
    <p className="restore-chosen" hidden>
      <span />{" "}
      <button type="button" className="text-link">
        {texts.otherFile}
      </button>
    </p>
    <div className="field restore-passphrase" hidden>
      <label htmlFor="passphrase">{texts.passphrase}</label>
      <div className="field-input">
        <input type="password" id="passphrase" name="passphrase" autoComplete="off" aria-describedby="passphrase-hint" />
      </div>
      <p className="field-hint" id="passphrase-hint">
        {texts.passphraseHint}
      </p>
    </div>
    <button type="submit" className="button button-solid">
      {texts.submit}
    </button>
    <p>
      <a className="text-link" href={pathTo(routes.setup(token))}>
        {texts.back}
      </a>
    </p>
  </form>
);

const Done = ({ made }: { made: Pick<PresentedRestore, "made_at" | "site_url"> | null }) => (
  <section className="restore-done" hidden={made === null} tabIndex={-1}>
    <h1>{texts.doneTitle}</h1>
    <p className="form-lead">{texts.doneLead}</p>
    <p className="restore-made">{made?.made_at ? texts.madeAt(made.made_at.slice(0, 10), made.site_url) : null}</p>
    <p className="form-buttons">
      <a className="button button-solid" href={pathTo(routes.adminLogin())}>
        {texts.signIn}
      </a>
      <a className="button" href={pathTo(routes.home())}>
        {texts.view}
      </a>
    </p>
  </section>
);

export function RestorePage({ site, token, state }: RestorePageProps) {
  const isDone = state?.phase === "done";
  return (
    <SetupDocument site={site} title={texts.title}>
      <div
        className="restore"
        hidden={isDone}
        data-state={state ? JSON.stringify(state) : undefined}
        data-state-url={pathTo(routes.restoreState(token))}
        data-file-url={pathTo(routes.restoreFile(token))}
        data-begin-url={pathTo(routes.restore(token))}
      >
        <h1>{texts.title}</h1>
        <p className="form-lead">{texts.lead}</p>
        <p>{texts.replaced}</p>
        <noscript>
          <p className="form-alert">{texts.scripts}</p>
        </noscript>
        <RestoreForm token={token} />
        <Steps />
      </div>
      <Done made={isDone ? state : null} />
    </SetupDocument>
  );
}
