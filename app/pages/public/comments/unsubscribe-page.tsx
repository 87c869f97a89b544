import { pathTo } from "../../../base-path.ts";
import type { Site } from "../../../domain/settings/settings.ts";
import { routes } from "../../../routes.ts";
import { PlainPage } from "../layout/plain-page.tsx";
import { texts } from "./unsubscribe-texts.ts";

/** `unknown`: the link isn't one of ours. */
export type UnsubscribeState =
  | "asks"
  | "asksThread"
  | "guestAsks"
  | "done"
  | "doneThread"
  | "guestDone"
  | "guestDoneThread"
  | "deleted"
  | "guestDeleted"
  | "unknown";

/** Works without a script and without signing in. Opening it changes nothing, because programs follow links too. */
export function UnsubscribePage({ site, state }: { site: Site; state: UnsubscribeState }) {
  const { title, text } = texts[state === "guestDoneThread" ? "doneThread" : state];
  return (
    <PlainPage site={site} title={title}>
      <p>{text}</p>
      {state === "asks" || state === "asksThread" || state === "guestAsks" ? (
        <form method="post">
          <button type="submit" className="button button-solid">
            {texts.stopEmails}
          </button>
        </form>
      ) : (
        <p>
          {state === "deleted" || state === "guestDone" || state === "guestDoneThread" || state === "guestDeleted" ? (
            <a className="button" href={pathTo(routes.home())}>
              {texts.backHome}
            </a>
          ) : (
            <a className="button" href={pathTo(routes.account())}>
              {texts.yourAccount}
            </a>
          )}
        </p>
      )}
    </PlainPage>
  );
}
