import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { loadAuth } from "../../../browser/auth/state.ts";
import type { Api } from "../../../http/api/client.ts";
import { Spinner } from "../../../ui/form/spinner.tsx";
import { messageOf } from "../frame/failure.ts";
import { sessionsQuery } from "./queries.ts";

/** How browsers and systems name themselves. The more specific name comes first, because nearly all browsers also claim to be Safari. */
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

/**
 * A name by which people recognise their device.
 * @param userAgent the User-Agent header
 * @returns for example "Firefox on Linux"
 */
export function deviceName(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Another device";
}

const when = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

type AccountSession = Awaited<ReturnType<Api["account"]["sessions"]>>[number];

type DeviceProps = {
  session: AccountSession;
  /** the id of the session that is being ended; empty if none is */
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
          {current ? <strong>This device</strong> : null}
          {place ? <span>{place}</span> : null}
          {address ? <span>{address}</span> : null}
          <span>
            Last used <time dateTime={last_used_at}>{when.format(new Date(last_used_at))}</time>
          </span>
        </p>
      </div>
      {current ? null : (
        <button
          type="button"
          className="button button-quiet"
          aria-label={`Sign out ${name}`}
          aria-disabled={ending !== "" || undefined}
          onClick={() => void onEnd(id)}
        >
          {ending === id ? "Signing out..." : "Sign out"}
        </button>
      )}
    </li>
  );
}

/** The devices on which the account is signed in. All but this one have a button to sign out. */
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
      setProblem(messageOf(failure, "The device could not be signed out. Please try again."));
    }
    await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    setEnding("");
  };
  if (error && !sessions) {
    return (
      <p role="alert" className="field-error">
        {messageOf(error, "Your devices could not be loaded.")}
      </p>
    );
  }
  if (!sessions) return <Spinner label="Loading your devices..." />;
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
