const DRAWN = [
  "inspiration",
  "philosophy",
  "tech",
  "lifestyle",
  "relationships",
  "productivity",
  "wellness",
  "career",
  "finance",
  "psychology",
  "environment",
  "decision-making",
] as const;

const LANDSCAPES = ["mountains", "coast", "dunes", "woods"] as const;

/** `default` is for what has no category. */
export type Drawing = (typeof DRAWN)[number] | (typeof LANDSCAPES)[number] | "default";

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) h = Math.imul(h ^ text.charCodeAt(at), 0x01000193);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A category without a drawing gets one of the landscapes, always the same. */
export function drawingOf(slug: string | null | undefined): Drawing {
  if (!slug) return "default";
  return DRAWN.find((one) => one === slug) ?? LANDSCAPES[hash(slug) % LANDSCAPES.length] ?? "default";
}

/** art.css has their colors. */
export const LIGHTS = ["dawn", "noon", "dusk", "moon"] as const;
export type Light = (typeof LIGHTS)[number];

const CROPS = ["0 0 640 360", "16 24 560 315", "64 24 560 315", "40 40 560 315"] as const;

export const FACES = LIGHTS.length * 2 * CROPS.length;

type Face = { light: Light; isMirrored: boolean; crop: (typeof CROPS)[number] };

/** Numbers that follow each other differ in light. */
export function faceAt(number: number): Face {
  const of = <T>(all: readonly [T, ...T[]], at: number): T => all[at % all.length] ?? all[0];
  return { light: of(LIGHTS, number), isMirrored: (number >> 2) % 2 === 1, crop: of(CROPS, number >> 3) };
}

export const faceOf = (id: string): number => hash(id) % FACES;

type Pictured = { id: string; category: { slug: string } | null };

/** Each article's own face, except that no drawing is shown twice with the same light and direction. */
export function facesOf(posts: readonly Pictured[]): number[] {
  const taken = new Set<string>();
  return posts.map(({ id, category }) => {
    const drawing = drawingOf(category?.slug);
    const own = faceOf(id);
    const faces = Array.from({ length: FACES }, (_, step) => (own + step) % FACES);
    // With more articles than lights and directions, a face may return.
    const face = faces.find((one) => !taken.has(`${drawing} ${one % 8}`)) ?? own;
    taken.add(`${drawing} ${face % 8}`);
    return face;
  });
}
