import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Api } from "../../../http/api/client.ts";
import { fill, locale } from "../../../texts/texts.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { TextWith } from "../../../ui/text-with.tsx";
import { messageOf } from "../frame/failure.ts";
import { sessionsQuery } from "./queries.ts";
import { texts } from "./texts.ts";

/** The more specific name comes first, because nearly all browsers also claim to be Safari. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Headless)?(Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b|\bMacintosh\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

/** "Firefox on Linux" of a User-Agent header. */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return fill(texts.browserOn, { browser, system });
  return browser ?? system ?? texts.anotherDevice;
}

const when = (time: string) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

type AccountSession = Awaited<ReturnType<Api["account"]["sessions"]>>[number];

type DeviceProps = {
  session: AccountSession;
  /** a session's id; empty if none is being ended */
  ending: string;
  onEnd(id: string): Promise<void>;
};

function Device({ session, ending, onEnd }: DeviceProps) {
  const { id, user_agent, address, place, last_used_at, current } = session;
  const name = deviceName(user_agent);
  return (
    <li>
      <div>
        <p>{name}</p>
        <p className="meta">
          {current ? <strong>{texts.thisDevice}</strong> : null}
          {place ? <span>{place}</span> : null}
          {address ? <span>{address}</span> : null}
          <span>
            <TextWith text={texts.lastUsed} parts={{ time: <time dateTime={last_used_at}>{when(last_used_at)}</time> }} />
          </span>
        </p>
      </div>
      {current ? null : (
        <button
          type="button"
          className="button button-quiet"
          aria-label={fill(texts.signOutOf, { device: name })}
          aria-disabled={ending !== "" || undefined}
          onClick={() => void onEnd(id)}
        >
          {ending === id ? texts.signingOut : texts.signOut}
        </button>
      )}
    </li>
  );
}

/** All but this device have a button to sign out. */
export function Sessions() {
  const queryClient = useQueryClient();
  const { data: sessions, error } = useQuery(sessionsQuery());
  const [ending, setEnding] = useState("");
  const [problem, setProblem] = useState("");
  const end = async (id: string) => {
    if (ending) return;
    setEnding(id);
    setProblem("");
    try {
      await (await loadAuth()).api.account.endSession(id);
    } catch (failure) {
      setProblem(messageOf(failure, texts.notSignedOut));
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    setEnding("");
  };
  if (error && !sessions) {
    return (
      <p role="alert" className="field-error">
        {messageOf(error, texts.devicesNotLoaded)}
      </p>
    );
  }
  if (!sessions) return <Spinner label={texts.loadingDevices} />;
  return (
    <>
      <ul className="devices">
        {sessions.map((session) => (
          <Device key={session.id} session={session} ending={ending} onEnd={end} />
        ))}
      </ul>
      <p role="alert" className="field-error">
        {problem}
      </p>
    </>
  );
}
