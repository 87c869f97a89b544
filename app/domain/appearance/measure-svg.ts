import { Parser } from "htmlparser2";

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** An element counts each time it is drawn, so also in each copy that `<use>` makes. */
const MOST = 10_000;
/** A filter looks at each pixel; noise does so once for each octave. */
const FILTER_STEP = 250;
const DEEPEST = 100;

const REFERENCE = /url\(\s*['"]?\s*#([^'")\s]+)/gi;
const idsIn = (text: string): string[] => [...text.matchAll(REFERENCE)].map(([, id = ""]) => id);

/** Rules for everything don't change these, because nothing is drawn by them. */
const UNDRAWN = /^(?:defs|style|title|desc|stop|filter|fe\w+|linearGradient|radialGradient)$/;

function parse(svg: string): Element | null {
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  let deepest = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, text: "", children: [] };
        open.at(-1)?.children.push(element);
        deepest = Math.max(deepest, open.push(element));
      },
      ontext(text) {
        const within = open.at(-1);
        if (within?.name === "style") within.text += text;
      },
      onclosetag: () => void open.pop(),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return deepest > DEEPEST ? null : root;
}

function* everything({ children }: Element): Generator<Element> {
  for (const child of children) {
    yield child;
    yield* everything(child);
  }
}

/** References by class (`.a`), element, or `*` for any other selector. */
function readRules(css: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const rule of css.split("}")) {
    const [selectors = "", body = ""] = rule.split("{").slice(-2);
    const ids = idsIn(body);
    if (ids.length === 0) continue;
    for (const selector of selectors.split(",")) {
      const last =
        selector
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? "";
      const key = /\.[\w-]+/.exec(last)?.[0] ?? (/^\w+$/.test(last) ? last : "*");
      found.set(key, [...(found.get(key) ?? []), ...ids]);
    }
  }
  return found;
}

const octavesOf = ({ numOctaves }: Element["attributes"]) => Math.max(1, Number.parseInt(numOctaves ?? "1", 10) || 1);

function ownCost({ name, attributes }: Element): number {
  if (name === "feTurbulence") return FILTER_STEP * octavesOf(attributes);
  return /^fe(?!Func|MergeNode)/.test(name) ? FILTER_STEP : 1;
}

/** For a visitor who waits: few elements, copies and steps of filters, and no cycles. @param svg from `sanitizeSvg` */
export function isDrawable(svg: string): boolean {
  const root = parse(svg);
  if (!root) return false;
  const all = [...everything(root)];
  if (all.length > MOST) return false;
  const byId = new Map(all.flatMap((one) => (one.attributes.id ? [[one.attributes.id, one] as const] : [])));
  const rules = readRules(all.map(({ text }) => text).join("\n"));
  const referencesOf = ({ name, attributes }: Element): string[] => {
    const { href, "xlink:href": old, class: classes = "", ...rest } = attributes;
    const own = [href, old].flatMap((address) => (address?.startsWith("#") ? [address.slice(1)] : []));
    const keys = [...new Set(classes.split(/\s+/).map((one) => `.${one}`)), name, ...(UNDRAWN.test(name) ? [] : ["*"])];
    return [...own, ...idsIn(Object.values(rest).join(" ")), ...keys.flatMap((key) => rules.get(key) ?? [])];
  };
  const known = new Map<Element, number>();
  const costOf = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Until it is known, so that what contains itself is never small enough.
    known.set(element, Number.POSITIVE_INFINITY);
    let cost = ownCost(element);
    for (const child of element.children) cost += costOf(child);
    for (const id of referencesOf(element)) {
      const target = cost <= MOST ? byId.get(id) : undefined;
      if (target) cost += costOf(target);
    }
    known.set(element, cost);
    return cost;
  };
  return costOf(root) <= MOST;
}
