import type { InputHTMLAttributes, ReactNode } from "react";
import { pathTo } from "../../../base-path.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import type { SETUP_CHOICES, SetupField } from "../../../domain/setup/setup.ts";
import { routes } from "../../../routes.ts";
import { shippedNames } from "../../../texts/shipped.ts";
import { fill, isEnglish } from "../../../texts/texts.ts";
import { Illustration } from "../../../ui/illustration/illustration.tsx";
import { LookPicture } from "../../../ui/look-picture.tsx";
import { DocumentHead, inSiteLanguage, siteLook } from "../../public/layout/document-head.tsx";
import { SiteName } from "../../public/layout/site-name.tsx";
import { texts } from "./texts.ts";

/** What was typed, without passwords, and what is wrong with it. */
export type SetupForm = {
  token: string;
  values: Partial<Record<SetupField, string>>;
  problems: { field: string; rule: string }[];
  /** so that the owner chooses whether to keep the demo content */
  hasDemo: boolean;
  mayRestore: boolean;
  choices: typeof SETUP_CHOICES;
};

/** The first problem of a field. */
function problemOf({ problems }: SetupForm, name: SetupField): string | undefined {
  const rule = problems.find(({ field }) => field === name)?.rule;
  if (!rule || isEnglish()) return rule;
  const wrong: Partial<Record<SetupField, string>> = texts.wrong;
  return wrong[name] ?? texts.wrong.choice;
}

type FieldProps = { form: SetupForm; name: SetupField; label: string; hint?: string; children(shared: object): ReactNode };

function Field({ form, name, label, hint, children }: FieldProps) {
  const problem = problemOf(form, name);
  const described = problem ? `${name}-error` : hint === undefined ? undefined : `${name}-hint`;
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children({ id: name, name, "aria-describedby": described, "aria-invalid": problem ? true : undefined })}
      {hint === undefined || problem ? null : (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {problem ? (
        <p className="field-error" id={`${name}-error`}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, "children"> & Omit<InputHTMLAttributes<HTMLInputElement>, "form" | "name">;

function TextField({ form, name, label, hint, ...input }: TextFieldProps) {
  return (
    <Field form={form} name={name} label={label} {...(hint !== undefined && { hint })}>
      {(shared) => (
        <div className="field-input">
          <input type="text" required {...input} {...shared} defaultValue={form.values[name]} />
        </div>
      )}
    </Field>
  );
}

type ChoiceFieldProps = Omit<FieldProps, "children"> & { options: { value: string; label: string; zone?: string }[] };

function ChoiceField({ form, name, label, hint, options }: ChoiceFieldProps) {
  return (
    <Field form={form} name={name} label={label} {...(hint !== undefined && { hint })}>
      {(shared) => (
        <div className="select">
          <select {...shared} defaultValue={form.values[name]}>
            {options.map(({ value, label: text, zone }) => (
              <option key={value} value={value} data-zone={zone}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

const STARTS = [
  { value: "demo", hint: "demoHint" },
  { value: "empty", hint: "emptyHint" },
] as const;

const CategoriesField = ({ form }: { form: SetupForm }) => (
  <TextField
    form={form}
    name="categories"
    label={texts.categories}
    hint={texts.categoriesHint}
    autoComplete="off"
    required={false}
  />
);

function StartField({ form }: { form: SetupForm }) {
  const problem = problemOf(form, "start");
  return (
    <fieldset aria-describedby={problem ? "start-error" : undefined}>
      <legend>{texts.begin}</legend>
      <ul className="setup-starts">
        {STARTS.map(({ value, hint }) => (
          <li key={value}>
            <input
              type="radio"
              name="start"
              id={`start-${value}`}
              value={value}
              defaultChecked={form.values.start === value}
              aria-describedby={`start-${value}-hint`}
            />
            <label htmlFor={`start-${value}`}>{texts[value]}</label>
            <p className="field-hint" id={`start-${value}-hint`}>
              {texts[hint]}
            </p>
          </li>
        ))}
      </ul>
      <CategoriesField form={form} />
      {problem ? (
        <p className="field-error" id="start-error">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

function LookField({ form }: { form: SetupForm }) {
  const problem = problemOf(form, "look");
  return (
    <fieldset aria-describedby={problem ? "look-error" : "look-hint"}>
      <legend>{texts.look}</legend>
      <p className="field-hint" id="look-hint">
        {texts.lookHint}
      </p>
      <ul className="setup-starts setup-looks">
        {form.choices.looks.map(({ value, label, note, look }) => (
          <li key={value}>
            <LookPicture look={look} />
            <input
              type="radio"
              name="look"
              id={`look-${value}`}
              value={value}
              defaultChecked={form.values.look === value}
              aria-describedby={`look-${value}-hint`}
            />
            <label htmlFor={`look-${value}`}>{label}</label>
            <p className="field-hint" id={`look-${value}-hint`}>
              {note}
            </p>
          </li>
        ))}
      </ul>
      {problem ? (
        <p className="field-error" id="look-error">
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}

const zoneName = (zone: string) => zone.replaceAll("_", " ").replaceAll("/", " / ");

/** The language, and what is written with it. */
function LanguageField({ form }: { form: SetupForm }) {
  const { timezones, languages, dateFormats } = form.choices;
  return (
    <fieldset>
      <legend>{texts.languageTimeDates}</legend>
      <ChoiceField
        form={form}
        name="language"
        label={texts.language}
        hint={fill(texts.languageHint, { languages: shippedNames() })}
        options={languages}
      />
      <ChoiceField
        form={form}
        name="timezone"
        label={texts.timezone}
        hint=""
        options={timezones.map(({ value, zone }) => ({ value, zone, label: zoneName(zone) }))}
      />
      <ChoiceField
        form={form}
        name="date_format"
        label={texts.dateFormat}
        options={dateFormats.map((value) => ({ value, label: value }))}
      />
    </fieldset>
  );
}

function Fields({ form }: { form: SetupForm }) {
  return (
    <>
      <fieldset>
        <legend>{texts.site}</legend>
        <TextField form={form} name="site_name" label={texts.siteName} autoComplete="off" />
        <TextField
          form={form}
          name="site_description"
          label={texts.sentence}
          hint={texts.sentenceHint}
          autoComplete="off"
          required={false}
        />
      </fieldset>
      <fieldset>
        <legend>{texts.you}</legend>
        <TextField form={form} name="full_name" label={texts.yourName} autoComplete="name" hint={texts.yourNameHint} />
        <TextField form={form} name="email" label={texts.email} type="email" autoComplete="username" />
        <TextField
          form={form}
          name="password"
          label={texts.password}
          type="password"
          autoComplete="new-password"
          hint={texts.passwordHint}
        />
        <TextField form={form} name="repeated" label={texts.confirmPassword} type="password" autoComplete="new-password" />
      </fieldset>
      <LanguageField form={form} />
      <LookField form={form} />
      {form.hasDemo ? (
        <StartField form={form} />
      ) : (
        <>
          <input type="hidden" name="start" value="empty" />
          <CategoriesField form={form} />
        </>
      )}
    </>
  );
}

/** Home in the chosen look. The page's script follows what is chosen and typed. */
function Preview({ form: { values, choices } }: { form: SetupForm }) {
  const { look } = choices.looks.find(({ value }) => value === values.look) ?? choices.looks[0] ?? {};
  return (
    <div className="setup-preview form-picture" aria-hidden="true">
      {look ? <LookPicture look={look} title={values.site_name || undefined} /> : null}
      <p>{values.site_description}</p>
    </div>
  );
}

type DocumentProps = { site: Site; title: string; preview?: ReactNode; children: ReactNode };

export function SetupDocument({ site, title, preview, children }: DocumentProps) {
  return (
    <html {...inSiteLanguage()} {...siteLook(site)}>
      <DocumentHead site={site} />
      <body className="setup-page">
        <title>{`${title} · ${site.name}`}</title>
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <main className="page-width form-page">
          <div className="form-column">
            <p className="brand">
              <SiteName site={site} />
            </p>
            {children}
          </div>
          {preview ?? <Illustration slug="" className="picture form-picture" />}
        </main>
      </body>
    </html>
  );
}

const StartProblem = ({ problem }: { problem: string | undefined }) => (problem ? <p>{problem}</p> : null);

/** Works without a script. */
export function SetupPage({ site, form }: { site: Site; form: SetupForm }) {
  return (
    <SetupDocument site={site} title={texts.title} preview={<Preview form={form} />}>
      <h1>{texts.heading}</h1>
      <p className="form-lead">{texts.lead}</p>
      {form.mayRestore ? (
        <p className="setup-other">
          {texts.haveBackup}{" "}
          <a className="text-link" href={pathTo(routes.restore(form.token))}>
            {texts.restoreInstead}
          </a>
        </p>
      ) : null}
      <form
        className="form"
        method="post"
        action={pathTo(routes.setup(form.token))}
        data-next={pathTo(routes.adminCreatePost())}
        noValidate
      >
        {form.problems.length > 0 ? (
          <div className="form-alert" role="alert" tabIndex={-1}>
            <p>{texts.refused}</p>
            {form.hasDemo ? null : <StartProblem problem={problemOf(form, "start")} />}
          </div>
        ) : null}
        <Fields form={form} />
        <button type="submit" className="button button-solid">
          {texts.submit}
        </button>
      </form>
    </SetupDocument>
  );
}

/** Browsers without scripts show this; others go on to the editor at once. */
export function SetupDone({ site, email, next }: { site: Site; email: string; next: string }) {
  return (
    <SetupDocument site={site} title={texts.doneTitle}>
      <h1>{texts.doneTitle}</h1>
      <p className="form-lead">{fill(texts.doneLead, { email })}</p>
      <p className="form-buttons">
        <a className="button button-solid" href={pathTo(routes.adminLogin(next))}>
          {texts.signIn}
        </a>
        <a className="button" href={pathTo(routes.home())}>
          {texts.view}
        </a>
      </p>
    </SetupDocument>
  );
}
