/** An error as the log keeps it. Without a stack when the error says that it was to be expected. */
export type DescribedError = {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
  errors?: DescribedError[];
};

const DEEPEST = 8;

const ownCode = (error: Error) => ("code" in error && error.code !== undefined ? { code: String(error.code) } : {});

const isExpected = (error: Error) => "expected" in error && error.expected === true;

/**
 * Describes an error with everything that caused it.
 * @param error an Error, or whatever else was thrown
 * @param withStack whether to keep stacks; an error with `expected: true` loses its own and those below it
 */
export function describeError(error: unknown, withStack = true, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const stacks = withStack && !isExpected(error);
  const deeper = (inner: unknown) => describeError(inner, stacks, depth + 1);
  return {
    type: error.name,
    message: error.message,
    ...ownCode(error),
    ...(stacks && error.stack ? { stack: error.stack } : {}),
    ...(error.cause !== undefined && depth < DEEPEST ? { cause: deeper(error.cause) } : {}),
    ...(error instanceof AggregateError && depth < DEEPEST ? { errors: error.errors.slice(0, 5).map(deeper) } : {}),
  };
}
