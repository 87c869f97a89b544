import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { ServedPage } from "./serve.ts";

const compress = promisify(brotliCompress);

/** The most pages that wait. Others are asked for again. */
const WAITING_MAX = 100;

/**
 * Compresses pages again as small as Brotli can, one at a time, outside the main thread. That takes twenty times as long as the first
 * compression, for a tenth fewer bytes, so it is for pages that are asked for often.
 * @returns a function that takes such a page; `done` is called once its form has been replaced. The ETag of the form before still
 *   matches (see `negotiate`)
 */
export function createRecompression() {
  const waiting: { served: ServedPage; done(): void }[] = [];
  let isBusy = false;

  const work = async () => {
    isBusy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { forms } = next.served.page;
      const plain = forms.identity.body;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      };
      const body = await compress(plain, { params }).catch(() => forms.br.body);
      if (body.length >= forms.br.body.length) continue;
      const { etag } = forms.br;
      forms.br = { body, etag: etag.replace(/"$/, '11"'), formerEtag: etag };
      next.done();
    }
    isBusy = false;
  };

  return (served: ServedPage, done: () => void): void => {
    const { br, identity } = served.page.forms;
    if (br === identity || br.formerEtag !== undefined || waiting.length >= WAITING_MAX) return;
    waiting.push({ served, done });
    if (!isBusy) void work();
  };
}
