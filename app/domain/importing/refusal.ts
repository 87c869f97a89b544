/** The file isn't taken: `place` says where (entry, item, line), the message why. Nothing of it has been stored. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
  readonly place: string;
  constructor(place: string, sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.place = place;
  }
}
