/** One stroke on 24 × 24 units. */
const PATHS = {
  "arrow-left": "M19 12H5M11 6l-6 6 6 6",
  "arrow-right": "M5 12h14M13 6l6 6-6 6",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 3.5v17M12 8h7M12 12h8.5M12 16h7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12M18 6L6 18",
  grid: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
  heart: "M12 20.5C5.3 15.8 2.5 12.3 2.5 8.9A4.9 4.9 0 0 1 12 7.2a4.9 4.9 0 0 1 9.5 1.7c0 3.4-2.8 6.9-9.5 11.6z",
  link: "M10 13.7a4.5 4.5 0 0 0 6.6.3l2.8-2.8a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14 10.3a4.5 4.5 0 0 0-6.6-.3l-2.8 2.8a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  mail: "M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  moon: "M20.5 14.3A8.6 8.6 0 1 1 9.7 3.5a7 7 0 0 0 10.8 10.8z",
  search: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM20 20l-4.4-4.4",
  share:
    "M20.5 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8.5 12a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM20.5 18.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM8.2 10.8l7.6-4.1M8.2 13.2l7.6 4.1",
  sun: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

// Logos of the sites to share to, which the icon set doesn't have.

const logo = (path: string) => (
  <svg className="icon sign" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const TwitterLogo = () =>
  logo(
    "M21.5 6.1c-.7.3-1.4.5-2.2.6.8-.5 1.4-1.2 1.7-2.1-.7.4-1.6.8-2.4.9a3.8 3.8 0 0 0-6.5 3.5A10.8 10.8 0 0 1 4.2 5a3.8 3.8 0 0 0 1.2 5.1c-.6 0-1.2-.2-1.7-.5 0 1.9 1.3 3.4 3 3.8-.5.1-1.1.2-1.7.1.5 1.5 1.9 2.6 3.5 2.6A7.6 7.6 0 0 1 3 17.7 10.8 10.8 0 0 0 8.8 19.4c7 0 10.8-5.8 10.8-10.8v-.5c.7-.5 1.4-1.2 1.9-2z",
  );

export const FacebookLogo = () =>
  logo(
    "M13.6 21.5v-8h2.7l.4-3.2h-3.1v-2c0-.9.3-1.6 1.6-1.6h1.7V3.8c-.3 0-1.3-.1-2.5-.1-2.5 0-4.1 1.5-4.1 4.2v2.4H7.5v3.2h2.8v8z",
  );

export const LinkedInLogo = () =>
  logo(
    "M6.9 8.8H3.5V20h3.4zM5.2 3.3a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM20.5 13.6c0-3.3-1.8-4.9-4.1-4.9-1.9 0-2.8 1-3.3 1.8V8.8H9.7V20h3.4v-6.2c0-1.4.7-2.1 1.8-2.1s1.9.7 1.9 2.1V20h3.7z",
  );
