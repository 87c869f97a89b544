import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Elements nested deeper than this lose their tag and keep their text. No article is written that deep. */
export const MAX_DEPTH = 100;

type TokenizerOptions = ConstructorParameters<typeof Tokenizer>[0];
/** What the parser that listens to the tokenizer holds open. */
type Listener = TokenizerCallbacks & { stack: string[] };

/**
 * htmlparser2's tokenizer for hostile input: it swallows every opening tag that would nest deeper than MAX_DEPTH.
 * The parser searches its stack of open elements on each closing tag, so that a deep stack makes it quadratic.
 * Given to a parser by its option `Tokenizer`.
 */
export class ShallowTokenizer extends Tokenizer {
  constructor(options: TokenizerOptions, parser: TokenizerCallbacks) {
    super(options, withoutDeepTags(parser as Listener));
  }
}

function withoutDeepTags(parser: Listener): TokenizerCallbacks {
  let swallowing = false;
  return {
    onopentagname(start, end) {
      swallowing = parser.stack.length >= MAX_DEPTH;
      if (!swallowing) parser.onopentagname(start, end);
    },
    onattribname: (start, end) => void (swallowing || parser.onattribname(start, end)),
    onattribdata: (start, end) => void (swallowing || parser.onattribdata(start, end)),
    onattribentity: (codepoint) => void (swallowing || parser.onattribentity(codepoint)),
    onattribend: (quote, end) => void (swallowing || parser.onattribend(quote, end)),
    onopentagend(end) {
      if (!swallowing) parser.onopentagend(end);
      swallowing = false;
    },
    onselfclosingtag(end) {
      if (!swallowing) parser.onselfclosingtag(end);
      swallowing = false;
    },
    ontext: (start, end) => parser.ontext(start, end),
    ontextentity: (codepoint, end) => parser.ontextentity(codepoint, end),
    onclosetag: (start, end) => parser.onclosetag(start, end),
    oncomment: (start, end, offset) => parser.oncomment(start, end, offset),
    oncdata: (start, end, offset) => parser.oncdata(start, end, offset),
    ondeclaration: (start, end) => parser.ondeclaration(start, end),
    onprocessinginstruction: (start, end) => parser.onprocessinginstruction(start, end),
    onend: () => parser.onend(),
    isInForeignContext: () => parser.isInForeignContext?.() ?? false,
  };
}
