import { type Packed, packZip } from "../../app/platform/zip/write-zip.ts";

/** A recording of a steady tone, as WAV: one channel, 8 bits, 8000 samples a second. */
export function wav(seconds = 1): Buffer {
  const samples = Math.round(8000 * seconds);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples, 40);
  const tone = Buffer.from(
    Array.from({ length: samples }, (_, at) => 128 + Math.round(60 * Math.sin((at / 8000) * 440 * 2 * Math.PI))),
  );
  return Buffer.concat([head, tone]);
}

const ebml = (id: number[], ...body: Buffer[]) => {
  const content = Buffer.concat(body);
  return Buffer.concat([Buffer.from([...id, 0x80 | content.length]), content]);
};

async function zipOf(files: Record<string, string>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<Packed> {
    for (const [name, text] of Object.entries(files)) yield { name, bytes: Buffer.from(text) };
  }
  return Buffer.concat(await packZip(entries()).toArray());
}

const brand = (name: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 20]),
    Buffer.from(`ftyp${name}\0\0\0\0${name}`),
    Buffer.from([0, 0, 0, 8]),
    Buffer.from("mdat"),
  ]);
const ogg = Buffer.concat([
  Buffer.from("OggS\0\x02"),
  Buffer.alloc(20),
  Buffer.from([1, 30]),
  Buffer.from("\x01vorbis"),
  Buffer.alloc(23),
]);
const wordTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ' +
  'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** The beginning of a file of each kind that the library takes, by the end of its name. */
export const beginnings = async (): Promise<Record<string, Buffer>> => ({
  mp3: Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]),
  m4a: brand("M4A "),
  ogg,
  wav: wav(0.1),
  mp4: brand("isom"),
  webm: ebml([0x1a, 0x45, 0xdf, 0xa3], ebml([0x42, 0x82], Buffer.from("webm"))),
  pdf: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  zip: await zipOf({ "larks/note.txt": "What larks!" }),
  docx: await zipOf({ "[Content_Types].xml": wordTypes, "word/document.xml": "<w:document/>" }),
  csv: Buffer.from("bird,day\nlark,Größe ✓\n"),
  txt: Buffer.from("a < b, and b > c"),
  vtt: Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nWhat larks!\n"),
});
