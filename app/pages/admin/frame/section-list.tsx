import { useEffect, useId, useState } from "react";
import { useLocation } from "react-router";
import { Link } from "../../../ui/link.tsx";
import { AdminIcon } from "./admin-icon.tsx";
import { useMayOpen } from "./office-user.ts";
import { type Place, sectionsFor } from "./places.ts";
import { useWaitingAt, WaitingMark } from "./waiting-mark.tsx";

function Section({ place: { label, to }, isCurrent }: { place: Place; isCurrent: boolean }) {
  const id = useId();
  const mark = useWaitingAt(to);
  return (
    <li>
      <Link className="side-link" to={to} aria-current={isCurrent ? "page" : undefined} aria-describedby={mark ? id : undefined}>
        {label}
      </Link>
      {mark ? <WaitingMark id={id} mark={mark} /> : null}
    </li>
  );
}

/** The sections of the settings: beside each of them where there is space, otherwise behind a button above it. */
export function SectionList({ current }: { current: Place }) {
  const { key } = useLocation();
  const mayOpen = useMayOpen();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the list
  useEffect(() => setOpen(false), [key]);
  return (
    <nav className="sections" aria-label="Settings">
      <button type="button" className="sections-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Settings: <strong>{current.label}</strong>
        <AdminIcon name="chevron" />
      </button>
      <div className="sections-list" data-open={isOpen || undefined}>
        {sectionsFor(mayOpen).map(({ title, places }) => (
          <div key={title} className="side-group">
            <p id={`sections-${title}`}>{title}</p>
            <ul aria-labelledby={`sections-${title}`}>
              {places.map((place) => (
                <Section key={place.to} place={place} isCurrent={place === current} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
