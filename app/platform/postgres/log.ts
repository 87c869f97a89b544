/** The part of a logger (pino's, for one) that the database needs: fields first, then one line for a person. */
export type DatabaseLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};
