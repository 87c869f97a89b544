import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { pathTo, pathWithin } from "../../../base-path.ts";
import type { Look } from "../../../domain/appearance/appearance.ts";
import { routes } from "../../../routes.ts";
import { ButtonGroup } from "../../../ui/button-group.tsx";
import { useApi } from "../../data.ts";
import { newestArticleQuery, passQuery } from "./queries.ts";

/** The size of the page in CSS pixels; a larger one than there is room for is shown smaller. */
const DEVICES = { desktop: { label: "Desktop", width: 1280 }, phone: { label: "Phone", width: 390 } };
type Device = keyof typeof DEVICES;
const THEMES = { light: "Light", dark: "Dark" } as const;
type Theme = keyof typeof THEMES;

/** How long the form is still before the preview follows, in ms. */
const STILL = 250;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), STILL);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The documents whose content policy lets this screen show pages of the site. */
const SHOWS_PAGES = /^\/admin(\/|$)/;

/** Whether the document came from the back office. One that came with a page for readers shows no other page in it. */
const showsPages = () => {
  const [loaded] = performance.getEntriesByType("navigation");
  const { pathname } = URL.parse(loaded?.name ?? "") ?? location;
  return SHOWS_PAGES.test(pathWithin(pathname) ?? "");
};

type ChoiceProps<T extends string> = {
  label: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange(value: T): void;
};

function Choice<T extends string>({ label, options, value, onChange }: ChoiceProps<T>) {
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

function Page({ address, width }: { address: string; width: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>(width);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? width));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, [width]);
  const scale = Math.min(1, room / width);
  return (
    <div className="look-box" ref={box}>
      <div className="look-shell" style={{ width: width * scale }}>
        <iframe
          title="Preview"
          src={pathTo(address)}
          style={{ width, height: `${100 / scale}%`, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

type PagePreviewProps = {
  /** paths and names of the pages to choose from */
  pages: readonly (readonly [string, string])[];
  part: "look" | "content" | "navigation" | "words";
  /** the form's values, as JSON */
  value: string;
  /** of the window on a desktop, in CSS pixels */
  desktop?: number;
};

/** Pages of the site with what is in a form, which readers don't see until it is saved. */
export function PagePreview({ pages, part, value, desktop = DEVICES.desktop.width }: PagePreviewProps) {
  const { data: mayLook, isError } = useQuery(passQuery);
  const [page, setPage] = useState<string>(pages[0]?.[0] ?? routes.home());
  const [device, setDevice] = useState<Device>("desktop");
  const [theme, setTheme] = useState<Theme>("light");
  const width = device === "desktop" ? desktop : DEVICES[device].width;
  const settled = useSettled(useDeferredValue(value));
  useEffect(() => {
    if (!showsPages()) location.reload();
  }, []);
  return (
    <section className="look-preview" aria-labelledby="look-preview">
      <h2 id="look-preview">Preview</h2>
      <div className="look-choices">
        {pages.length > 1 ? <Choice label="Page" options={pages} value={page} onChange={setPage} /> : null}
        <Choice<Device>
          label="Device"
          options={Object.entries(DEVICES).map(([name, { label }]) => [name as Device, label] as const)}
          value={device}
          onChange={setDevice}
        />
        <Choice<Theme> label="Theme" options={Object.entries(THEMES) as [Theme, string][]} value={theme} onChange={setTheme} />
      </div>
      {isError ? <p role="alert">The preview could not be opened. Reload this screen to try again.</p> : null}
      {mayLook ? <Page address={routes.lookPreview(page, theme, part, settled)} width={width} /> : null}
    </section>
  );
}

/** The site's own pages in the look of the form. */
export function LookPreview({ look }: { look: Look }) {
  const { data: article } = useQuery(newestArticleQuery(useApi()));
  const pages: [string, string][] = [
    [routes.home(), "Home"],
    ...(article ? [[routes.story(article), "Article"] as [string, string]] : []),
    [routes.listing(), "All Articles"],
    [routes.about(), "About"],
  ];
  return <PagePreview pages={pages} part="look" value={JSON.stringify(look)} />;
}
