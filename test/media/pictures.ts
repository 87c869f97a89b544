import sharp from "sharp";

/** Pictures as people upload them, generated on demand. */

/** A picture with some content: a gradient and noise. Sizes in pixels. */
export const picture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#7aa6d8", noise: { type: "gaussian", mean: 128, sigma: 12 } },
  });

export const jpeg = (width: number, height: number) => picture(width, height).jpeg().toBuffer();

/** A photograph held sideways, with the camera's metadata: where it was taken, by which camera. */
export const sidewaysPhotograph = () =>
  picture(900, 600)
    .withExif({
      IFD0: { Make: "Larkon", Model: "Skygazer 9" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1", GPSLongitudeRef: "E", GPSLongitude: "13/1 24/1 36/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** An animated picture, of frames in different colors. */
export async function moving(format: "gif" | "webp", frames: number, width: number, height: number): Promise<Buffer> {
  const colors = ["#d33", "#3d3", "#33d", "#dd3", "#3dd"];
  const each = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width, height, channels: 3, background: colors[index % colors.length] ?? "#ddd" } })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(each, { join: { animated: true } });
  const timing = { delay: each.map(() => 120), loop: 0 };
  return format === "gif" ? joined.gif(timing).toBuffer() : joined.webp(timing).toBuffer();
}

/** A few kilobytes that unpack to 81 megapixels. */
export const bomb = () =>
  sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" }, limitInputPixels: false })
    .toColorspace("b-w")
    .png({ compressionLevel: 9 })
    .toBuffer();
