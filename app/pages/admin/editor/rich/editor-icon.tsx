/** The icons of the editor's buttons, in the stroke of app/ui/icon. */
const PATHS = {
  bold: "M7 5h6a3.5 3.5 0 0 1 0 7H7zM7 12h7a3.5 3.5 0 0 1 0 7H7z",
  italic: "M10 5h7M7 19h7M14 5l-4 14",
  strike:
    "M16.5 7.5C15.8 6 14.2 5 12 5c-2.6 0-4.5 1.4-4.5 3.4 0 1 .4 1.8 1.2 2.4M4 12h16M7.5 16c.6 1.8 2.2 3 4.5 3 2.7 0 4.6-1.4 4.6-3.5 0-.5-.1-1-.3-1.5",
  code: "M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5",
  bullets: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  numbers: "M10 6h10M10 12h10M10 18h10M4 4.5 5.5 4v4M4 11h2.5L4 14.5h2.5M4 16.5h2l-1 1.4c1 0 1.4.5 1.4 1.1S5.8 20.5 4 20",
  quote: "M5 17c2.5-.5 4-2.5 4-6V7H4.500v5H9M14.5 17c2.5-.5 4-2.5 4-6V7H14v5h4.5",
  "code-block": "M4 5h16v14H4zM10 9.5 7.5 12l2.5 2.500M14 9.500l2.5 2.5-2.5 2.5",
  link: "M10 13.7a4.5 4.5 0 0 0 6.6.3l2.8-2.800a4.5 4.5 0 0 0-6.4-6.400l-1.5 1.500M14 10.300a4.5 4.5 0 0 0-6.6-.3l-2.8 2.800a4.5 4.5 0 0 0 6.4 6.400l1.5-1.5",
  image: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.01",
  table: "M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14",
  footnote: "M5 19V8l5 8V5M15 5.500 17 4v7M14.500 11h5M14 19h6",
  embed: "M4 5h16v14H4zM10.500 9v6l5-3z",
  find: "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M15.500 15.500 20 20",
  focus: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 12h6",
  rule: "M4 12h16M8 7h8M8 17h8",
  undo: "M9 6 4.5 10.5 9 15M5 10.500h9a5 5 0 0 1 0 10h-3",
  redo: "M15 6l4.5 4.500L15 15M19 10.500h-9a5 5 0 0 0 0 10h3",
} as const;

export type EditorIconName = keyof typeof PATHS;

/** An icon within a named button. */
export function EditorIcon({ name }: { name: EditorIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
