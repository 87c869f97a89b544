import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Issue } from "../../../domain/newsletter/newsletter.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { QueryView } from "../frame/query-view.tsx";
import { sizeOf } from "../frame/size-of.ts";
import { MailFrame, type MailTheme } from "./mail-frame.tsx";
import { mailPreviewQuery } from "./queries.ts";

/** In pixels: a phone, and a window in which the whole sheet of the mail is visible. */
const WIDTHS = [
  [320, "320 px"],
  [700, "700 px"],
] as const;
const THEMES = [
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const PARTS = [
  ["html", "HTML"],
  ["text", "Plain text"],
] as const;

type ChoiceProps<T> = { label: string; options: readonly (readonly [T, string])[]; value: T; onChange(value: T): void };

function Choice<T extends string | number>({ label, options, value, onChange }: ChoiceProps<T>) {
  return (
    <ButtonGroup className="chips" aria-label={label}>
      {options.map(([option, words]) => (
        <button key={option} type="button" className="chip" aria-pressed={option === value} onClick={() => onChange(option)}>
          {words}
        </button>
      ))}
    </ButtonGroup>
  );
}

/** The mail of an issue as it is saved, with the links of a made-up recipient. */
export function MailPreview({ issue }: { issue: Issue }) {
  const query = useQuery(mailPreviewQuery(issue));
  const [part, setPart] = useState<"html" | "text">("html");
  const [width, setWidth] = useState<number>(700);
  const [theme, setTheme] = useState<MailTheme>("light");
  return (
    <section className="look-preview" aria-labelledby="mail-preview">
      <h2 id="mail-preview">Preview</h2>
      <div className="look-choices">
        <Choice<"html" | "text"> label="Part" options={PARTS} value={part} onChange={setPart} />
        {part === "html" ? (
          <>
            <Choice<number> label="Width" options={WIDTHS} value={width} onChange={setWidth} />
            <Choice<MailTheme> label="Theme" options={THEMES} value={theme} onChange={setTheme} />
          </>
        ) : null}
      </div>
      <QueryView query={query} noun="preview">
        {({ subject, html, text, bytes, is_cut }) => (
          <>
            <p className="issue-note">
              <strong dir="auto">{subject}</strong> · {sizeOf(bytes)}
              {is_cut ? " · It is too long for an email, so it ends with a link to the rest." : ""}
            </p>
            {part === "html" ? (
              <MailFrame html={html} width={width} theme={theme} />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
              <section className="mail-text" tabIndex={0} aria-label="Plain text of the email">
                <pre dir="auto">{text}</pre>
              </section>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}
