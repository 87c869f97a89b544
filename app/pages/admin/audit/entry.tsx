import type { AuditRow } from "../../../domain/audit/model.ts";
import { AdminIcon } from "../frame/admin-icon.tsx";
import { Ago } from "../frame/dates.tsx";
import { capital } from "./audit-texts.ts";
import { Changes } from "./changes.tsx";

/** One write; it opens to what it changed. */
export function Entry({ entry }: { entry: AuditRow }) {
  const { at, actor_email, action, entity, label, before, after } = entry;
  return (
    <li>
      <details className="audit-entry">
        <summary>
          <AdminIcon name="down" />
          <span className="audit-what">
            <strong>{`${capital(entity)} ${action}`}</strong> <span className="audit-label">{label}</span>
          </span>
          <span className="audit-who">{actor_email}</span>
          <Ago iso={at} />
        </summary>
        {before || after ? (
          <Changes at={at} before={before} after={after} />
        ) : (
          <p className="audit-nothing">Nothing more was noted.</p>
        )}
      </details>
    </li>
  );
}
