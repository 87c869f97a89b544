import { z } from "zod";

// The building blocks of the nouns' schemas, and functions that derive one shape from another.

export const NOT_TEXT = "must be text without NUL characters or broken ones";

export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

export const lengthRule = (max: number): string => `must have at most ${max} characters`;

/** Storable text; `required`: the error if it is missing. */
export const text = (max: number, required = NOT_TEXT) =>
  z.string(required).max(max, lengthRule(max)).refine(isStorable, NOT_TEXT);

/** The error appears when the condition isn't met. */
export type Rule = [holds: (text: string) => boolean, message: string];

/** Blanks, and characters that only change how others look or join. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export const isVisible = (text: string): boolean => !INVISIBLE.test(text);

/** Trimmed; the first broken rule is reported. */
export const line = (required: string, ...rules: Rule[]) =>
  z
    .string(required)
    .trim()
    .check(({ value, issues }) => {
      const all: Rule[] = [[isVisible, required], ...rules, [isStorable, NOT_TEXT]];
      const broken = all.find(([holds]) => !holds(value));
      if (broken) issues.push({ code: "custom", message: broken[1], input: value });
    });

/** For the API's document; its tests send them. */
export const EXAMPLE = {
  id: "0b6f3f0e-6f5c-4d3a-9f0e-0d8f1f2a3b4c",
  session: "9f86d081884c7d659a2feaa0c55ad015",
  date: "2025-03-14T09:26:53.000Z",
} as const;

export const id = z.guid("must be a UUID").toLowerCase().meta({ format: "uuid", example: EXAMPLE.id });

type Component = { name: string; example: unknown; base: z.ZodType | undefined };

/** In the API's document. */
export const COMPONENTS = new Map<z.ZodType, Component>();

/** Names a shape in the API's document. @param example of answers @param base the component whose fields it adds to */
export function component<S extends z.ZodType>(name: string, schema: S, example?: z.output<S>, base?: z.ZodType): S {
  COMPONENTS.set(schema, { name, example, base });
  return schema;
}

/** @throws Error for a shape without an example */
export function exampleOf<S extends z.ZodType>(schema: S): z.output<S> {
  const example = COMPONENTS.get(schema)?.example ?? (schema instanceof z.ZodArray && [exampleOf(schema.element as z.ZodType)]);
  if (!example) throw new Error("A shape in an answer has no example");
  return example as z.output<S>;
}

/** Control characters other than tab and line feed. */
const CONTROL = /[^\P{Cc}\t\n]/u;

/** Of any number of lines, whose breaks it normalizes. @param what begins the error message @param max characters */
export const plainText = (what: string, max: number) =>
  z
    .string(`${what} must be text`)
    .transform((value) =>
      value
        .replace(/\r\n?/g, "\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
    )
    .refine((value) => value.isWellFormed() && !CONTROL.test(value), `${what} can’t have control characters`)
    .refine((value) => [...value].length <= max, `${what} can have at most ${max} characters`);

export const date = z.string().meta({ format: "date-time", description: "ISO 8601 in UTC" });
export const count = z.number().int().meta({ minimum: 0 });

/** `total`: rows on all pages, `limit`: rows on each. */
export const pagedShape = <Item extends z.ZodType>(item: Item, total = count) =>
  z.object({ items: z.array(item), total, page: count, pages: count, limit: count });

/** @param page from 1 */
export const paged = <Item>(items: Item[], total: number, page: number, limit: number) => ({
  items,
  total,
  page,
  pages: Math.ceil(total / limit),
  limit,
});

export type PlainField<Field> =
  Field extends z.ZodNullable<infer Inner>
    ? z.ZodNullable<PlainField<Inner> & z.ZodType>
    : Field extends z.ZodArray<infer Inner>
      ? z.ZodArray<PlainField<Inner> & z.ZodType>
      : Field extends z.ZodEnum
        ? Field
        : Field extends z.ZodType<string>
          ? z.ZodString
          : Field;

function plainField(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodNullable) return plainField(field.unwrap() as z.ZodType).nullable();
  if (field instanceof z.ZodArray) return z.array(plainField(field.element as z.ZodType));
  return field.type === "string" ? z.string() : field;
}

/** For responses: types without the rules for input. */
export const plain = <Shape extends z.ZodRawShape, Name extends keyof Shape & string>(
  { shape }: z.ZodObject<Shape>,
  names: readonly Name[],
) =>
  Object.fromEntries(names.map((name) => [name, plainField(shape[name] as unknown as z.ZodType)])) as {
    [N in Name]: PlainField<Shape[N]>;
  };

/** In the order of `names`. */
export const pick = <From extends object, Name extends keyof From>(from: From, names: readonly Name[]): Pick<From, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
