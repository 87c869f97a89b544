import { attributesOf, escapeHtml, replaceBetween } from "./convert-html.ts";

/** Languages of SyntaxHighlighter, CodeColorer, Crayon and GeSHi; each line begins with the current name. */
const LANGUAGES = new Map(
  `actionscript as3 actionscript3|ada|apache apacheconf|applescript|arduino|asm assembler|awk|bash shell sh|basic|batch dos bat|brainfuck
  c|clojure clj|cmake|cobol|coffeescript coffee|coldfusion cf cfm|cpp c++|csharp c-sharp c#|css|d|dart|delphi pas pascal|diff patch
  elixir|erlang erl|fortran|fsharp f#|go golang|gradle|graphql|groovy|haskell hs|haxe hx|html xhtml html4strict html5|http|ini
  java java5|javafx jfx|javascript js jscript|json|julia|kotlin|latex tex|less|lisp|lua|makefile make|markdown md|matlab matlabkey
  nginx|objectivec objc obj-c|ocaml|octave|perl pl|php php-brief|plaintext plain text txt none|powershell ps posh|prolog|properties
  protobuf|puppet|python py|r splus|rust rs|ruby rb rails ror|sass|scala|scheme|scss|smalltalk|sql mysql plsql tsql|stylus|swift|tcl
  terraform|toml|typescript ts|vbnet vb vb.net|vbscript vbs|verilog|vhdl|vim|xml xslt xsl|yaml yml`
    .split(/[|\n]/)
    .flatMap((line) => {
      const [name = "", ...aliases] = line.trim().split(" ");
      return [name, ...aliases].map((alias) => [alias, name] as const);
    }),
);

const BRUSHES =
  "actionscript3|as3|arduino|bash|shell|coldfusion|cf|clojure|clj|cpp|c|csharp|c-sharp|css|delphi|pas|pascal|diff|patch|erlang|erl|" +
  "fsharp|go|golang|groovy|haskell|html|xhtml|xslt|xml|java|javafx|jfx|javascript|js|jscript|latex|tex|matlab|matlabkey|objc|obj-c|" +
  "perl|pl|php|plain|text|powershell|ps|python|py|r|splus|rails|ror|ruby|rb|sass|scss|scala|sql|swift|typescript|ts|vb|vbnet|yaml|yml";
/** CodeColorer's names begin with `cc` and carry modes and language, as in `[ccn_php]`. */
const OPENING = new RegExp(
  `\\[(\\[?)(code|sourcecode|source|crayon|${BRUSHES}|cc[a-z]{0,8}(?:_[\\w+#-]{1,30})?)(?=[\\s=:\\]])([^\\][]{0,600})\\]`,
  "gi",
);

const languageOf = (written: string | undefined): string | undefined => {
  const name = (written ?? "").trim().toLowerCase();
  return LANGUAGES.get(name) ?? /^[\w+#-]{1,30}$/.exec(name)?.[0];
};

const ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#0?3[489]|#0?6[02]|#9[13]|#x2[267]|#x3[ce]);/i;

/** Editors and plugins store code escaped, or as it was typed: with entities and without a `<` it is escaped. */
const storedCode = (code: string): string =>
  ENTITY.test(code) && !code.includes("<") ? code.replaceAll("&nbsp;", " ") : escapeHtml(code);

function block(html: string, language: string | undefined): string {
  const name = language === "plaintext" ? undefined : language;
  const text = html.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  return `<pre><code${name ? ` class="language-${name}"` : ""}>${text}</code></pre>`;
}

function fromShortcode(name: string, args: string, code: string): string {
  const { language, lang, inline } = attributesOf(args);
  const [, modes, suffix] = /^cc([a-z]{0,8})(?:_(.+))?$/.exec(name.toLowerCase()) ?? [];
  // `[code=php]`, `[sourcecode:php]`
  const written = lang ?? language ?? suffix ?? /^[=:]\s{0,5}["']?([\w+#-]{1,30})/.exec(args)?.[1];
  if ((modes?.includes("i") || inline === "true") && !code.includes("\n")) return `<code>${storedCode(code.trim())}</code>`;
  const isBrush = modes === undefined && !/^(?:code|source|sourcecode|crayon)$/i.test(name);
  return `\n\n${block(storedCode(code), languageOf(written ?? (isBrush ? name : undefined)))}\n\n`;
}

/** `[[code]…[/code]]` shows the shortcode itself; one that is never closed stays. Takes linear time for each name. */
function withoutCodeShortcodes(content: string): string {
  const unclosed = new Set<string>();
  const opening = new RegExp(OPENING);
  let result = "";
  let at = 0;
  for (let found = opening.exec(content); found; found = opening.exec(content)) {
    const [whole, bracket = "", name = "", args = ""] = found;
    const key = name.toLowerCase();
    if (unclosed.has(key)) continue;
    const closing = new RegExp(`\\[/${name.replaceAll("+", "\\+")}\\]`, "gi");
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(content);
    if (!end) {
      unclosed.add(key);
      continue;
    }
    const isShown = bracket !== "" && content[closing.lastIndex] === "]";
    const code = content.slice(opening.lastIndex, end.index);
    result += content.slice(at, found.index);
    result += isShown ? escapeHtml(`${whole.slice(1)}${code}${end[0]}`) : `${bracket}${fromShortcode(name, args, code)}`;
    at = closing.lastIndex + (isShown ? 1 : 0);
    opening.lastIndex = at;
  }
  return result + content.slice(at);
}

/** From GeSHi's and WP-Syntax's `lang`, or as Crayon, Enlighter, Prism and others write it. */
function languageIn(tag: string): { language: string | undefined; isTyped: boolean } {
  const { lang, syntax, name, class: classes = "", ...more } = attributesOf(tag);
  // SyntaxHighlighter 1.5 reads `<pre name="code" class="c-sharp:nogutter">`.
  if (name === "code") return { language: languageOf(classes.split(/[:\s]/)[0]), isTyped: false };
  // A human language stays what it is.
  const typed = LANGUAGES.get((lang ?? syntax ?? "").toLowerCase());
  if (typed) return { language: typed, isTyped: true };
  const named =
    /\bbrush:\s{0,5}([\w+#-]{1,30})/.exec(classes)?.[1] ??
    /(?:^|\s)lang(?:uage)?[-:]([\w+#-]{1,30})/.exec(classes)?.[1] ??
    more["data-enlighter-language"] ??
    more["data-language"] ??
    more["data-lang"];
  return { language: languageOf(named), isTyped: false };
}

/** Code of shortcodes and of `<pre>` from WP-Syntax, Crayon and Enlighter becomes plain HTML. @param content without control characters */
export function withPlainCode(content: string): string {
  const html = content.includes("[/") ? withoutCodeShortcodes(content) : content;
  // A listing of HTML 2 is text up to its end, including its tags.
  const listed = replaceBetween(html, /<(?:xmp|listing)(?=[\s>])[^<>]{0,300}>/, /<\/(?:xmp|listing)>/, (_, inner) => {
    return `\n\n${block(escapeHtml(inner), undefined)}\n\n`;
  });
  const plain = replaceBetween(
    listed,
    /<textarea(?=\s)[^<>]{0,300}\sname=["']code["'][^<>]{0,300}>/,
    /<\/textarea>/,
    (opening, inner) => {
      return `\n\n${block(storedCode(inner), languageIn(opening).language)}\n\n`;
    },
  );
  const closing = (opening: string) => (/^<pre/i.test(opening) ? /<\/pre>/ : /<\/code>/);
  return replaceBetween(plain, /<(?:pre|code)(?=[\s>])[^<>]{0,800}>/, closing, (opening, inner, end) => {
    const whole = `${opening}${inner}${end}`;
    const isPre = /^<pre/i.test(opening);
    if (!isPre && !inner.includes("\n")) return whole;
    const tag = isPre ? /^\s{0,20}<code\b[^<>]{0,500}>/.exec(inner)?.[0] : undefined;
    const own = languageIn(opening);
    const language = own.language ?? (tag ? languageIn(tag).language : undefined);
    if (!language) return whole;
    const code = tag ? inner.slice(tag.length).replace(/<\/code>\s{0,20}$/i, "") : inner;
    return `\n\n${block(own.isTyped && !tag ? storedCode(code) : code, language)}\n\n`;
  });
}

/** A content has no control characters (see `clean`). */
const MARK = "\u0001";
const PART = new RegExp(`<pre ${MARK}(\\d{1,7})></pre>|${MARK}(\\d{1,7})${MARK}`, "g");

/** Nothing changes code that is set aside; `restore` puts it back. @param html without control characters */
export function setCodeAside(html: string): { text: string; restore(text: string): string } {
  const parts: string[] = [];
  const closing = (opening: string) => (/^<pre/i.test(opening) ? /<\/pre>/ : /<\/code>/);
  const text = replaceBetween(html, /<(?:pre|code)(?=[\s>])[^<>]{0,800}>/, closing, (opening, inner, end) => {
    const whole = `${opening}${inner}${end}`;
    if (/^<pre/i.test(opening)) return `\n\n<pre ${MARK}${parts.push(whole) - 1}></pre>\n\n`;
    return inner.includes("\n") ? whole : `${MARK}${parts.push(whole) - 1}${MARK}`;
  });
  const restore = (changed: string) =>
    changed.replace(PART, (_, block?: string, inline?: string) => parts[Number(block ?? inline)] ?? "");
  return { text, restore };
}
