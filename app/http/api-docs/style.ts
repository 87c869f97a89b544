import { FONT_PAIRS, type FontPair } from "../../domain/appearance/font-rules.ts";

/**
 * Loads none of the site's style sheets but its fonts. Colors with the names of tokens have their values (`app/ui/styles/tokens.css`);
 * those of links, methods and statuses are made like the color of a category (`--cat`), whose lightness keeps text readable.
 */
const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(oklch(0.985 0.005 85), oklch(0.205 0.028 265));
  --paper-2: light-dark(oklch(0.962 0.009 82), oklch(0.245 0.03 265));
  --line: light-dark(oklch(0.885 0.012 82), oklch(0.34 0.03 265));
  --ink: light-dark(oklch(0.22 0.02 260), oklch(0.935 0.012 85));
  --ink-3: light-dark(oklch(0.49 0.018 260), oklch(0.72 0.02 265));
  --danger: light-dark(oklch(0.5 0.19 27), oklch(0.76 0.14 24));
  --accent: light-dark(oklch(0.46 0.105 262), oklch(0.79 0.085 262));
  --good: light-dark(oklch(0.46 0.105 150), oklch(0.79 0.085 150));
  --warm: light-dark(oklch(0.46 0.105 50), oklch(0.79 0.085 50));
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: 0.5rem 1rem; }
nav { padding: 1.5rem; border-bottom: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { border-top: 1px solid var(--line); }
nav > ul > li > a { padding: 0.5rem 0; color: inherit; }
nav a[aria-current] { color: var(--accent); font-weight: 600; }
nav ul ul { padding: 0 0 0.75rem 0.75rem; font-size: 0.9375rem; }
nav p { display: flex; justify-content: space-between; margin: 0 0 0.5rem; }
nav .show, nav .hide { display: none; }
.count { color: var(--ink-3); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.address code { margin-right: 0.5rem; }
.callers { color: var(--ink-3); font-size: 0.8125rem; white-space: nowrap; }
nav li a, nav p a { display: inline-block; padding: 0.25rem 0; text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem; max-width: 52rem; min-width: 0; }
h1 { margin: 0; font: 600 2.25rem/1.15 var(--serif); letter-spacing: -0.02em; }
section > h2 { margin: 3.5rem 0 0; font: 600 1.625rem/1.25 var(--serif); }
section > p, .version { margin: 0.25rem 0 1rem; color: var(--ink-3); }
.operations { list-style: none; margin: 0.75rem 0 0; padding: 0; }
.operations li { display: grid; grid-template-columns: auto minmax(0, auto) minmax(0, 1fr); gap: 0 0.75rem; align-items: baseline; padding: 0.5rem 0; border-top: 1px solid var(--line); scroll-margin-top: 1.5rem; }
@media (max-width: 44rem) { .operations li { grid-template-columns: auto minmax(0, 1fr); } .operations code { grid-column: 2; } }
.operations li:target { background: var(--paper-2); }
.operations .method { min-width: 4.25rem; text-align: center; }
.operations code { color: var(--ink-3); overflow-wrap: anywhere; }
article { padding: 1.5rem 0; border-top: 1px solid var(--line); }
h3 { margin: 0; font-size: 1.1875rem; line-height: 1.35; }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.9375rem; }
p { margin: 0.5rem 0; }
code, pre { font: 0.875em/1.55 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
p code { overflow-wrap: anywhere; }
td:nth-child(2), td:nth-child(4) { white-space: nowrap; }
td:nth-child(3) { overflow-wrap: anywhere; min-width: 9rem; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--paper-2); border-radius: 6px; font-size: 0.8125rem; }
pre code { font-size: inherit; }
.method, .status { font: 600 0.8125rem/1 ui-monospace, Menlo, Consolas, monospace; }
.method { display: inline-block; padding: 0.3rem 0.45rem; border: 1px solid currentcolor; border-radius: 4px; color: var(--warm); }
.get, .s2 { color: var(--good); }
.delete, .s5 { color: var(--danger); }
.s4 { color: var(--warm); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: left; font-weight: 600; padding: 0.5rem 0 0.25rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--ink-3); font-size: 0.8125rem; }
td:last-child { min-width: 12rem; }
summary { padding: 0.4rem 0; cursor: pointer; }
.answer { margin: 0; padding: 0.4rem 0 0.4rem 1.1rem; }
@media (max-width: 59.99rem) {
  nav { padding: 0.75rem 1.5rem; }
  nav p { margin: 0; }
  nav:not(:target) > ul { display: none; }
  nav:not(:target) .show, nav:target .hide { display: inline-block; }
  nav > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding-block: 0.75rem; }
  nav > ul > li { border: 0; }
  nav > ul > li:has(ul) { flex-basis: 100%; }
}
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem 1fr; }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  main { padding: 3rem; }
}
@media print { nav, .skip { display: none; } }
`;

/** System fonts until the pair is there. */
export function docsStyle(pair: FontPair): string {
  const { text, quiet } = FONT_PAIRS[pair];
  const serif = text === quiet ? "sans-serif" : 'Georgia, "Times New Roman", serif';
  return `:root { --serif: ${text}, ${serif}; --sans: ${quiet}, system-ui, sans-serif; }${DOCS_STYLE}`;
}
