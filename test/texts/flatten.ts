/** All texts in it, with their place, such as `listing.articles.other`. */
export const flatten = (texts: object, place = ""): [place: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) => {
    const here = place ? `${place}.${key}` : key;
    return typeof value === "string" ? [[here, value] as [string, string]] : flatten(value as object, here);
  });
