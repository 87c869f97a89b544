import { useEffect, useLayoutEffect, useState } from "react";
import { useLocation } from "react-router";
import type { ShownNavigation } from "../../../domain/navigation/navigation.ts";
import { closeAnnouncement, markAnnouncement } from "../../../ui/announcement-choice.ts";
import { Icon } from "../../../ui/icon.tsx";
import { MenuLink } from "./menu-link.tsx";
import { texts } from "./texts.ts";

type AnnouncementProps = { announcement: NonNullable<ShownNavigation["announcement"]> };

/**
 * In the page for everybody; the style sheet hides it where the reader has closed it, which a script says before the first paint. One that
 * has ended goes with the next navigation.
 */
export function Announcement({ announcement: { id, text, link, ends_at } }: AnnouncementProps) {
  const { pathname } = useLocation();
  const [isOver, setOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes when the page changes anyway
  useEffect(() => setOver(ends_at !== null && Date.parse(ends_at) <= Date.now()), [ends_at, pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another announcement may not have been closed
  useLayoutEffect(markAnnouncement, [id]);
  if (isOver) return null;
  return (
    <aside className="announcement" aria-label={texts.announcement}>
      <p>
        <span dir="auto">{text}</span>
        {link ? <MenuLink to={link.to}>{link.label}</MenuLink> : null}
      </p>
      <button
        type="button"
        className="icon-button needs-script"
        aria-label={texts.closeAnnouncement}
        onClick={() => closeAnnouncement(id)}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
