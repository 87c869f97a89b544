/** The back office's icons, in the stroke of app/ui/icon; apart, so that readers don't load them. */
const PATHS = {
  alert:
    "M12 8.5v4.5M12 16.5h.01M10.4 4.3 2.9 17.4A1.9 1.9 0 0 0 4.5 20.2h15a1.9 1.9 0 0 0 1.6-2.8L13.6 4.3a1.9 1.9 0 0 0-3.2 0z",
  archive: "M3.5 5h17v4h-17zM5 9v10h14V9M10 13h4",
  "arrow-left": "M19 12H5M11 6l-6 6 6 6",
  "arrow-right": "M5 12h14M13 6l6 6-6 6",
  book: "M12 6.5c-2-1.4-4.6-2-8-2v13c3.4 0 6 .6 8 2 2-1.4 4.6-2 8-2v-13c-3.4 0-6 .6-8 2zM12 6.5v13",
  calendar: "M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4",
  chart: "M4 4v16h16M8 16v-5M12.5 16V8M17 16v-3",
  check: "M5 12.5l4.5 4.5L19 7.5",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2",
  close: "M6 6l12 12M18 6L6 18",
  comments: "M4 5h16v11H10l-4.5 3.5V16H4zM8 9h8M8 12h5",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  dashboard: "M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z",
  down: "M12 5v14M6 13l6 6 6-6",
  edit: "M4 20l1-4.5L16.5 4a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM14.5 6l3.5 3.5",
  external: "M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
  flag: "M5.5 21V4c4-2 7 2 13 0v9c-6 2-9-2-13 0",
  folder: "M3.5 6h6l2 2.5h9V19h-17z",
  globe:
    "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.4 2.4 3.6 5.2 3.6 8.5s-1.2 6.1-3.6 8.5c-2.4-2.4-3.6-5.2-3.6-8.5S9.6 5.9 12 3.5z",
  heart: "M12 20.5C5.3 15.8 2.5 12.3 2.5 8.9A4.9 4.9 0 0 1 12 7.2a4.9 4.9 0 0 1 9.5 1.7c0 3.4-2.8 6.9-9.5 11.6z",
  image: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.01",
  leave: "M10 4.5H5v15h5M15 8l4 4-4 4M9.5 12H19",
  link: "M10 13.7a4.5 4.5 0 0 0 6.6.3l2.8-2.8a4.5 4.5 0 0 0-6.4-6.4l-1.5 1.5M14 10.3a4.5 4.5 0 0 0-6.6-.3l-2.8 2.8a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  log: "M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3",
  mail: "M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  phone: "M7.5 3.5h9v17h-9zM11 17.5h2",
  plus: "M12 5v14M5 12h14",
  posts: "M5 3.5h9l5 5v12H5zM14 3.5v5h5M8.5 13h7M8.5 16.5h5",
  reply: "M9.5 6 4 11.5 9.5 17M4 11.5h9a7 7 0 0 1 7 7",
  retry: "M19.5 8.5A8 8 0 1 0 20 13M20 4v5h-5",
  search: "M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM20 20l-4.4-4.4",
  settings: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M15 5v4M9 10v4M13 15v4",
  site: "M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9-5.3-2.9-5.3 2.9 1.1-5.9L3.5 9.7l5.9-.8z",
  tag: "M4 4h8l8.5 8.5-8 8L4 12zM8 8h.01",
  trash: "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.5 20h9l1-13.5M10 10.5v6M14 10.5v6",
  up: "M12 19V5M6 11l6-6 6 6",
  upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4",
  users:
    "M12.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c0-3.6 2.6-6 6.5-6s6.5 2.4 6.5 6M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c2.2.9 3.5 2.8 3.5 5.4",
} as const;

export type AdminIconName = keyof typeof PATHS;

/** An icon beside words or within a named control; hidden from screen readers, which get the name. */
export function AdminIcon({ name, className }: { name: AdminIconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : "icon"} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
